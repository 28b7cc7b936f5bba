import type { ConsoleEarning, listPromoterEarnings as contract } from '#contracts/console/staff/payouts.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { splitPage, PAGE_SIZE, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listPromoterEarningRows, type PromoterEarningRow } from './promoter-earning-rows.ts'

export const listPromoterEarnings: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { cursor, status, memberId } = call.query
  const after = parseCursor(cursor)
  if (!after.success) return after
  const { promoterId } = call
  const find = { promoterId, status, memberId, after: after.data, limit: PAGE_SIZE + 1 }
  const rows = await listPromoterEarningRows(context.db, find)
  const { page, nextCursor } = splitPage(rows, ({ earnedAt: at, id }) => ({ at, id }))
  return succeed({ earnings: page.map(viewRow), nextCursor })
}

const viewRow = (row: PromoterEarningRow): ConsoleEarning => {
  const { revenueCents, amountCents, clawedBackCents, earnedAt, ...line } = row
  return {
    ...line,
    revenue: toMajor(revenueCents, line.currency),
    amount: toMajor(amountCents, line.currency),
    clawedBack: toMajor(clawedBackCents, line.currency),
    earnedAt: earnedAt.toISOString(),
  }
}
