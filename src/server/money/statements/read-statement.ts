import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { listPayouts, type PayoutRow } from '#server/money/payouts/payout-rows.ts'
import { findMember } from '#server/people/members/find-staff.ts'
import { findStaffRow, type StaffRow } from '#server/people/members/staff-rows.ts'
import type { MemberCall } from '#server/use-case.ts'
import { listEarningLines, type EarningLine } from '#server/money/earnings/line-rows.ts'
import { parseEarningDays } from '#server/money/earnings/earning-days.ts'

export interface Statement {
  member: StaffRow
  from: string | undefined
  to: string | undefined
  lines: readonly EarningLine[]
  payouts: readonly PayoutRow[]
}

const MAX_ROWS = 20_000

export async function readStatement(
  context: Context,
  call: Pick<MemberCall, 'staff'> & {
    params: { id: string }
    query: { from?: string | undefined; to?: string | undefined }
  },
): Promise<Result<Statement, ErrorCode>> {
  const staff = await findMember(context, call)
  if (!staff.success) return staff
  const days = parseEarningDays(call.query)
  if (!days.success) return days
  const { promoterId, memberId } = staff.data
  const { from, to } = days.data
  if (from !== undefined && to !== undefined && from > to)
    return fail('VALIDATION_ERROR', [{ path: 'to', message: 'The last day is before the first.' }])
  const now = new Date(context.clock.now())
  const [member, lines, payouts] = await Promise.all([
    findStaffRow(context.db, { promoterId, accountId: memberId }),
    listEarningLines(context.db, { promoterId, memberId, now, from, to, limit: MAX_ROWS + 1 }),
    listPayouts(context.db, { promoterId, memberId, limit: MAX_ROWS }),
  ])
  if (!member) return fail('NOT_FOUND')
  if (lines.length > MAX_ROWS)
    return fail('VALIDATION_ERROR', [
      { path: 'from', message: 'This period is too long. Choose fewer days.' },
    ])
  const isWithin = (day: string): boolean => (from ?? day) <= day && day <= (to ?? day)
  return succeed({
    member,
    from,
    to,
    lines: lines.toReversed(),
    payouts: payouts.filter((payout) => isWithin(formatUtcDay(payout.requestedAt))).toReversed(),
  })
}

/** Formats the date in UTC, because payouts have no venue and therefore no time zone. */
export const formatUtcDay = (date: Date): string => date.toISOString().slice(0, 10)
