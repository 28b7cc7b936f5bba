import type { ConsolePayout, listPromoterPayouts as contract } from '#contracts/console/staff/payouts.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { splitPage, PAGE_SIZE, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listPromoterPayoutRows, type PromoterPayoutRow } from './promoter-payout-rows.ts'

export const listPromoterPayouts: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { cursor, status } = call.query
  const after = parseCursor(cursor)
  if (!after.success) return after
  const { promoterId } = call
  const find = { promoterId, status, after: after.data, limit: PAGE_SIZE + 1 }
  const rows = await listPromoterPayoutRows(context.db, find)
  const { page, nextCursor } = splitPage(rows, ({ requestedAt: at, id }) => ({ at, id }))
  return succeed({ payouts: page.map(viewRow), nextCursor })
}

const viewRow = ({ amountCents, paidBeforeCents, ...row }: PromoterPayoutRow): ConsolePayout => ({
  ...row,
  amount: toMajor(amountCents, row.currency),
  paidBefore: toMajor(paidBeforeCents, row.currency),
  requestedAt: row.requestedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  sentAt: row.sentAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
})
