import type {
  listCancelledRefunds as cancelledContract,
  listRefundRequests as contract,
  RefundRequest,
} from '#contracts/operator/refunds/refund-requests.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { splitPage, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  sumRefundsOfCancelledEvents,
  listWaitingRefundRequests,
  type RefundRequestListRow,
} from './refund-request-rows.ts'

export const listRefundRequests: UseCase<typeof contract, AccountCall> = async ({ db }, { query }) => {
  const after = parseCursor(query.cursor)
  if (!after.success) return after
  const rows = await listWaitingRefundRequests(db, { promoterId: query.promoterId, after: after.data })
  const { page, nextCursor } = splitPage(rows, ({ requestedAt, id }) => ({ at: requestedAt, id }))
  return succeed({ requests: page.map(viewRequest), nextCursor })
}

const viewRequest = (row: RefundRequestListRow): RefundRequest => ({
  id: row.id,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  promoter: { id: row.promoterId, name: row.promoterName },
  buyer: row.buyer,
  amount: toMajor(row.amountCents, row.currency),
  total: toMajor(row.totalCents, row.currency),
  currency: row.currency,
  tickets: row.tickets,
  note: row.note,
  requestedAt: row.requestedAt.toISOString(),
  requestedBy: row.requestedBy,
})

const CANCELLED_MS = 30 * 86_400_000
const MAX_SUMS = 100

export const listCancelledRefunds: UseCase<typeof cancelledContract, AccountCall> = async ({ db, clock }) => {
  const since = new Date(clock.now() - CANCELLED_MS)
  const rows = await sumRefundsOfCancelledEvents(db, { since, limit: MAX_SUMS })
  return succeed({
    sums: rows.map(({ promoterId, promoterName, currency, orders, amountCents }) => ({
      promoter: { id: promoterId, name: promoterName },
      currency,
      orders,
      amount: toMajor(amountCents, currency),
    })),
  })
}
