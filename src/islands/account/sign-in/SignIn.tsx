import { useEffect } from 'react'
import { goTo } from '#browser/platform/navigate.ts'
import { readNextPath } from '#browser/account/next-path.ts'
import { urls } from '#contracts/platform/urls.ts'
import { $authStatus } from '#stores/account/customer.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { RefreshNotice } from './RefreshNotice.tsx'
import { SignInForm } from './SignInForm.tsx'

/** The page `/login`. Redirects signed-in users to the page they came from, even if they signed in in another tab. */
export function SignIn() {
  const status = useStore($authStatus, 'loading')
  useEffect(() => {
    if (status === 'signed in') goTo(readNextPath(window.location.search, urls.account()))
  }, [status])
  if (status === 'signed in') return <p aria-live="polite">You’re signed in. Redirecting…</p>
  return (
    <>
      <RefreshNotice />
      <SignInForm />
    </>
  )
}
