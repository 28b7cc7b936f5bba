import { useEffect } from 'react'
import type { Customer } from '#model/people/accounts.ts'
import { $auth, $isLoggingOut, redirectToSignIn, type AuthState } from '#stores/account/customer.ts'
import { useStore } from '#islands/platform/use-store.ts'

const UNKNOWN: AuthState = { customer: undefined, isAuthenticated: false, isLoading: true, error: undefined }

/** Returns the signed-in customer; undefined while loading. Redirects signed-out users to sign-in, and back afterwards. */
export function useAccount(): Customer | undefined {
  const { customer, isAuthenticated, isLoading } = useStore($auth, UNKNOWN)
  const isLoggingOut = useStore($isLoggingOut, false)
  const isNobody = !isAuthenticated && !isLoading && !isLoggingOut
  useEffect(() => {
    const { pathname, search } = window.location
    if (isNobody) redirectToSignIn(pathname + search)
  }, [isNobody])
  return isAuthenticated && !isLoggingOut ? customer : undefined
}
