import type { listAssignments as contract } from '#contracts/portal/staff.ts'
import { succeed } from '#model/platform/result.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import { listAssignmentRows, type AssignmentRow } from './staff-rows.ts'

const MAX_ROWS = 200

export const listAssignments: UseCase<typeof contract, MemberCall> = async (context, call) => {
  const { promoterId, memberId: accountId } = call.staff
  const now = new Date(context.clock.now())
  const rows = await listAssignmentRows(context.db, { promoterId, accountId, now, limit: MAX_ROWS })
  return succeed({ assignments: rows.map(toAssignment) })
}

const toAssignment = (row: AssignmentRow) => ({
  ...row,
  eventStartsAt: row.eventStartsAt.toISOString(),
  eventEndsAt: row.eventEndsAt.toISOString(),
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
})
