import type { ReturnPreview } from '#contracts/checkout/returns.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { findLinkedOrder, type OrderRow } from '#server/sales/orders/order-rows.ts'
import { listReturnRules } from '#server/sales/orders/return-rule-rows.ts'
import { listOwnVouchers, type OwnVoucher } from '#server/sales/vouchers/list-own-vouchers.ts'
import { decideReturn, type ReturnFailure } from './decide-return.ts'

export interface OrderReturns {
  /** Preview of a return; undefined if no ticket can be returned now. */
  preview: ReturnPreview | undefined
  vouchers: OwnVoucher[]
}

/** Reads, for an order's page, which tickets the buyer can return, and the vouchers for returned ones. `linkId`: id in the order's link. */
export async function showReturns(context: Context, linkId: string): Promise<OrderReturns> {
  const order = await findLinkedOrder(context.reads, linkId)
  if (!order?.paidAt) return { preview: undefined, vouchers: [] }
  const [rules, vouchers] = await Promise.all([
    listReturnRules(context.db, order.id),
    listOwnVouchers(context, order.id),
  ])
  const isOffered = rules.some(({ days, stored }) => days !== null || stored)
  return { preview: isOffered ? await findPreview(context, order) : undefined, vouchers }
}

async function findPreview(context: Context, order: OrderRow): Promise<ReturnPreview | undefined> {
  const decided = await transact<ReturnPreview, ReturnFailure>(context.db, async (trx) => {
    const made = await decideReturn(context, trx, { order, ticketIds: [], as: 'money' })
    return made.success ? succeed(made.data.preview) : made
  })
  const canReturn = decided.success && decided.data.tickets.some(({ refusal }) => refusal === null)
  return canReturn ? decided.data : undefined
}
