import type { ReactNode } from 'react'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import type { StaffProfile } from '#contracts/portal/staff.ts'
import { canHaveTrackingLinks } from '#model/people/members.ts'
import { PortalGate } from './PortalGate.tsx'

/** Shows pages about links only to members who can sell. All others see a message, and no data is requested. */
export function SellerGate({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  return (
    <PortalGate skeleton={skeleton}>
      {(member) => (canHaveTrackingLinks(member.role) ? children : <NoSeller member={member} />)}
    </PortalGate>
  )
}

function NoSeller({ member }: { member: StaffProfile }) {
  return (
    <div className="empty-state">
      <h2>Links are for members who sell</h2>
      <p>
        You work the door for {member.promoterName}. To sell tickets too, ask them to make you a member of the
        sales team.
      </p>
      <a className="button button-quiet" href={portalUrls.assignments()}>
        Your assignments
      </a>
    </div>
  )
}
