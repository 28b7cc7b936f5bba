import type { Invitation, listInvitations as contract } from '#contracts/console/staff/staff.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listOpenInvitations, type InvitationRow } from './invitation-rows.ts'

export const listInvitations: UseCase<typeof contract, PromoterCall> = async (context, { promoterId }) => {
  const rows = await listOpenInvitations(context.db, promoterId)
  const now = new Date(context.clock.now())
  return succeed({ invitations: rows.map((row) => viewInvitation(row, now)) })
}

export const viewInvitation = (row: InvitationRow, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedBy: row.invitedBy,
  sentAt: row.sentAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isExpired: row.expiresAt <= now,
})
