import type { earningsBreakdown as contract } from '#contracts/portal/earnings.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { splitPage, parseCursor } from '#server/platform/ids/list-cursor.ts'
import { findMember } from '#server/people/members/find-staff.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import { listEarningLines, type EarningLine } from './line-rows.ts'
import { parseEarningDays } from './earning-days.ts'

const PAGE_SIZE = 50

export const earningsBreakdown: UseCase<typeof contract, MemberCall> = async (context, call) => {
  const staff = await findMember(context, call)
  if (!staff.success) return staff
  const { cursor, eventId, linkId } = call.query
  const after = parseCursor(cursor)
  if (!after.success) return after
  const days = parseEarningDays(call.query)
  if (!days.success) return days
  const { promoterId, memberId } = staff.data
  const rows = await listEarningLines(context.db, {
    ...days.data,
    promoterId,
    memberId,
    now: new Date(context.clock.now()),
    eventId,
    linkId,
    after: after.data,
    limit: PAGE_SIZE + 1,
  })
  const { page, nextCursor } = splitPage(rows, ({ earnedAt: at, id }) => ({ at, id }), PAGE_SIZE)
  return succeed({ breakdown: page.map(toLine), nextCursor })
}

const toLine = (row: EarningLine) => ({
  id: row.id,
  orderNumber: row.orderNumber,
  eventTitle: row.eventTitle,
  ticketName: row.ticketName,
  linkName: row.linkName,
  quantity: row.quantity,
  revenue: toMajor(row.revenueCents, row.currency),
  amount: toMajor(row.amountCents, row.currency),
  clawedBack: toMajor(row.clawedBackCents, row.currency),
  currency: row.currency,
  status: row.status,
  earnedAt: row.earnedAt.toISOString(),
})
