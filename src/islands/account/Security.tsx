import type { Customer } from '#model/accounts.ts'
import { AccountSkeleton } from './AccountSkeleton.tsx'
import { AuthenticatorSection } from './AuthenticatorSection.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useAccount } from './use-account.ts'

/** `/account/security`: how somebody signs in, and where they are signed in. */
export function Security() {
  const customer = useAccount()
  if (!customer) return <AccountSkeleton words="Loading how you sign in…" blocks={4} />
  return (
    <div className="account-sections">
      <SecondFactorNotice customer={customer} />
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
    <Notice tone="warning" title="A promoter that you work for asks for more than a password">
      <p>
        Add a passkey or an authenticator app here, and sign in with it: the staff portal opens after that.
      </p>
    </Notice>
  )
}
