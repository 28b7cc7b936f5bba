import type { Customer } from '#model/people/accounts.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { AuthenticatorSection } from './AuthenticatorSection.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { RemovalNotice } from './RemovalNotice.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useAccount } from '#islands/account/use-account.ts'

/** The page `/account/security` with sign-in methods and sessions. */
export function Security() {
  const customer = useAccount()
  if (!customer) return <AccountSkeleton label="Loading your security settings…" blocks={4} />
  return (
    <div className="account-sections">
      <SecondFactorNotice customer={customer} />
      <RemovalNotice />
      <PasswordSection email={customer.email} />
      <PasskeysSection />
      <AuthenticatorSection />
      <SessionsSection />
    </div>
  )
}

function SecondFactorNotice({ customer }: { customer: Customer }) {
  if (!customer.staff.needsSecondFactor) return null
  return (
    <Notice tone="warning" title="Your team requires two-factor authentication">
      <p>Add a passkey or an authenticator app, then sign in with it to open the staff portal.</p>
    </Notice>
  )
}
