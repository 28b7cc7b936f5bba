import { useEffect } from 'react'
import { goTo } from '#browser/navigate.ts'
import { urls } from '#contracts/urls.ts'
import type { Customer } from '#model/accounts.ts'
import { $auth, $isLoggingOut, type AuthState } from '#stores/customer.ts'
import { useStore } from '#islands/use-store.ts'

const UNKNOWN: AuthState = { customer: undefined, isAuthenticated: false, isLoading: true, error: undefined }

/** Whoever is signed in, once that is known. Nobody: the page is left for signing in, and comes back after it. */
export function useAccount(): Customer | undefined {
  const { customer, isAuthenticated, isLoading } = useStore($auth, UNKNOWN)
  const isLoggingOut = useStore($isLoggingOut, false)
  const isNobody = !isAuthenticated && !isLoading && !isLoggingOut
  useEffect(() => {
    const { pathname, search } = window.location
    if (isNobody) goTo(urls.login(pathname + search))
  }, [isNobody])
  return isAuthenticated && !isLoggingOut ? customer : undefined
}
