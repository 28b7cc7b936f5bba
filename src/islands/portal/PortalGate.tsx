import { useEffect, type ReactNode } from 'react'
import { reloadPage } from '#browser/platform/navigate.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { StaffProfile } from '#contracts/portal/staff.ts'
import { OwnInvitations } from '#islands/account/OwnInvitations.tsx'
import { useAccount } from '#islands/account/use-account.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import type { Customer } from '#model/people/accounts.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $staffProfile, clearChosenPromoter, loadStaffProfile } from '#stores/portal/staff-data.ts'
import { LOADING } from '#stores/platform/resource.ts'

interface Props {
  skeleton: ReactNode
  children: (member: StaffProfile) => ReactNode
}

/** Shows a portal page only to members. Signed-out users are redirected to sign-in, and back afterwards. */
export function PortalGate({ skeleton, children }: Props) {
  const customer = useAccount()
  if (!customer) return skeleton
  return (
    <MemberGate skeleton={skeleton} customer={customer}>
      {children}
    </MemberGate>
  )
}

function MemberGate({ skeleton, customer, children }: Props & { customer: Customer }) {
  const { data, error, code } = useStore($staffProfile, LOADING)
  const isElsewhere = code === 'NOT_FOUND'
  useEffect(() => {
    // The member no longer works for the chosen promoter.
    if (isElsewhere && clearChosenPromoter()) reloadPage()
  }, [isElsewhere])
  if (data) return children(data)
  if (code === 'FORBIDDEN' || code === 'NOT_FOUND') return <NoStaff customer={customer} />
  if (error) return <LoadFailed what="Your portal" why={error} onRetry={() => void loadStaffProfile()} />
  return skeleton
}

function NoStaff({ customer }: { customer: Customer }) {
  const { email, isEmailVerified, staff } = customer
  return (
    <div className="sections">
      <OwnInvitations customer={customer} />
      <div className="empty-state">
        <h2>{staff.needsSecondFactor ? 'Two-factor authentication required' : 'You’re not on this team'}</h2>
        <p>
          {staff.needsSecondFactor
            ? 'Your promoter requires two-factor authentication. Set up a passkey or an authenticator app, sign in with it, then come back.'
            : `The portal is for people who sell tickets or work the door for a promoter. Ask the promoter to invite ${email}, then open the link in the invitation email.`}
        </p>
        {!isEmailVerified && !staff.needsSecondFactor && (
          <p>Were you invited already? The link in the invitation email also verifies your address.</p>
        )}
        <div className="form-actions">
          {staff.needsSecondFactor && (
            <a className="button" href={urls.accountSecurity()}>
              Set up two-factor authentication
            </a>
          )}
          <a className="button button-quiet" href={urls.account()}>
            Your account
          </a>
        </div>
      </div>
    </div>
  )
}
