import type { ReactNode } from 'react'
import { portalUrls } from '#contracts/portal-urls.ts'
import type { StaffProfile } from '#contracts/staff.ts'
import { maySell } from '#model/members.ts'
import { PortalGate } from './PortalGate.tsx'

/** A screen of the portal about links: for members who sell. Others are told so before anything is asked for. */
export function SellerGate({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  return (
    <PortalGate skeleton={skeleton}>
      {(member) => (maySell(member.role) ? children : <NoSeller member={member} />)}
    </PortalGate>
  )
}

function NoSeller({ member }: { member: StaffProfile }) {
  return (
    <div className="desk-empty">
      <h2>Links are for sales</h2>
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
