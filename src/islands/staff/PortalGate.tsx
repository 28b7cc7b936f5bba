import { useEffect, type ReactNode } from 'react'
import { reloadPage } from '#browser/navigate.ts'
import { urls } from '#contracts/urls.ts'
import type { StaffProfile } from '#contracts/staff.ts'
import { useAccount } from '#islands/account/use-account.ts'
import { LoadFailed } from '#islands/account/LoadFailed.tsx'
import { useStore } from '#islands/use-store.ts'
import { $staffProfile, forgetChosenPromoter, LOADING, loadStaffProfile } from '#stores/staff-data.ts'

interface Props {
  /** The screen's own shape, in grey. */
  skeleton: ReactNode
  children: (member: StaffProfile) => ReactNode
}

/** Every screen of the portal: for a member. Whoever is signed out is led to sign in, and back. */
export function PortalGate({ skeleton, children }: Props) {
  const customer = useAccount()
  return customer ? <MemberGate skeleton={skeleton}>{children}</MemberGate> : skeleton
}

function MemberGate({ skeleton, children }: Props) {
  const { data, error, code } = useStore($staffProfile, LOADING)
  const isElsewhere = code === 'NOT_FOUND'
  useEffect(() => {
    // The promoter that was chosen in this browser is none of this member's.
    if (isElsewhere && forgetChosenPromoter()) reloadPage()
  }, [isElsewhere])
  if (data) return children(data)
  if (code === 'FORBIDDEN' || code === 'NOT_FOUND') return <NoStaff />
  if (error) return <LoadFailed what="Your portal" why={error} onRetry={() => void loadStaffProfile()} />
  return skeleton
}

function NoStaff() {
  return (
    <div className="desk-empty">
      <h2>You’re not on this team</h2>
      <p>
        The portal is for people who sell tickets or work the door for a promoter. If you should be here, ask
        the promoter to add the address that you sign in with, or use the second factor that they ask for.
      </p>
      <div className="form-actions">
        <a className="button button-quiet" href={urls.account()}>
          Your account
        </a>
        <a className="button button-quiet" href={urls.accountSecurity()}>
          Set up a second factor
        </a>
      </div>
    </div>
  )
}
