import type { Actor } from '#server/platform/audit/actor.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { orderEmailCorrectedFact, orderResentFact } from '#server/platform/outbox/order-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { replaceTicketCodes } from '#server/sales/tickets/replace-codes.ts'
import { replaceVoucherCodes } from '#server/sales/voucher-sales/replace-voucher-codes.ts'
import { setOrderEmail } from './order-email-rows.ts'

/**
 * Changes the order's email address. The order gets a new link, and its tickets and vouchers get new codes; both are emailed
 * to the new address. The old link and codes stop working, and an account with the old address no longer owns the order. If
 * the buyer made the correction, the old address is notified, because it may belong to someone else. The caller must have
 * locked the order.
 */
export async function replaceOrderEmail(
  context: Pick<Context, 'encryption'>,
  trx: PipelinedTransaction,
  change: {
    order: OrderRow
    version: number
    to: string
    linkId: string
    actor: Actor
    isByBuyer?: boolean
    now: Date
  },
): Promise<void> {
  const { order, version, to, linkId, actor, isByBuyer = false, now } = change
  const mail = orderResentFact(order, `address ${version + 1}`)
  const notice = orderEmailCorrectedFact(order, { email: order.email, version: version + 1 })
  await setOrderEmail(trx, { orderId: order.id, from: order.email, to, linkId })
  await replaceTicketCodes(trx, order.id, now)
  await replaceVoucherCodes(context, trx, { order, to })
  trx.send(
    writeMails(trx, isByBuyer && order.email !== '' ? [mail, notice] : [mail], now),
    recordChange(
      trx,
      {
        promoterId: order.promoterId,
        actor,
        action: 'order.email_changed',
        subject: { id: order.id, name: order.number },
        after: { fact: mail.fact, ...(isByBuyer ? { by: 'buyer' } : {}) },
      },
      now,
    ),
  )
}
