import type { previewReturn as contract, ReturnPreview } from '#contracts/checkout/returns.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { succeed } from '#model/platform/result.ts'
import type { OrderCall } from '#server/money/purchase/get-order.ts'
import { transact } from '#server/platform/db/transact.ts'
import { openOrder } from '#server/sales/orders/order-access.ts'
import type { UseCase } from '#server/use-case.ts'
import { decideReturn } from './decide-return.ts'

/** Limit of previews and returns. High enough for a buyer who tries every combination of tickets. */
export const RETURN_LIMIT = { name: 'return tickets', points: 300, seconds: 3600 }

export const previewReturn: UseCase<typeof contract, OrderCall> = async (context, call) => {
  const { site, client, params, body } = call
  const opened = await openOrder(context, { site, client, id: params.id })
  if (!opened.success) return opened
  const order = opened.data
  const tooMany = await context.limits.consume(RETURN_LIMIT, order.id)
  if (tooMany) return tooMany
  return transact<ReturnPreview, CodeOf<typeof contract>>(context.db, async (trx) => {
    const decided = await decideReturn(context, trx, { order, ticketIds: body.tickets, as: body.as })
    return decided.success ? succeed(decided.data.preview) : decided
  })
}
