import type { resendOwnOrder as contract } from '#contracts/checkout/orders.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { ERASED_PERSON } from '#server/people/accounts/own-order-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { orderResentFact } from '#server/platform/outbox/order-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { isMailLimited, uncountUnsent } from '#server/sales/order-management/order-mail-limits.ts'
import { openOrder } from '#server/sales/orders/order-access.ts'
import { hasOrderChange } from '#server/sales/orders/order-facts-rows.ts'
import { lockOrder } from '#server/sales/orders/order-rows.ts'
import { viewOrder } from '#server/sales/orders/order-view.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { countOwnMail, RESEND_LIMIT } from './own-order-limits.ts'

/** Sends the tickets only to the order's own address, so that a link can't be used to email others. */
export const resendOwnOrder: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const { client, idempotencyKey } = call
  const opened = await openOrder(context, { ...call, id: call.params.id })
  if (!opened.success) return opened
  const { id, email, promoterId } = opened.data
  // The email is counted before the transaction, because a transaction that waits for a second connection can exhaust
  // the pool.
  const counted = await countOwnMail(context, { orderId: id, limit: RESEND_LIMIT, email, ...client })
  const sent = await transact(context.db, async (trx) => {
    const order = await lockOrder(trx, id)
    // The address was corrected in the meantime. The email would go to an address that this caller doesn't know.
    if (order?.email !== email) return fail('ORDER_LINK_REPLACED')
    if (order.status !== 'paid' && order.status !== 'partially_refunded') return fail('ORDER_NOT_PAID')
    if (email === '' || email === ERASED_PERSON.email) return fail('ORDER_HAS_NO_ADDRESS')
    const now = new Date(context.clock.now())
    const mail = orderResentFact(order, `buyer ${idempotencyKey}`)
    const change = { action: 'order.resent', subject: { id, name: order.number } } as const
    const after = { fact: mail.fact, by: 'buyer' }
    if (await hasOrderChange(trx, { orderId: id, action: change.action, fact: mail.fact }))
      return succeed({ isNew: false })
    if (isMailLimited(counted)) return counted
    const actor = { accountId: null, apiKeyId: null }
    trx.send(writeMails(trx, [mail], now), recordChange(trx, { promoterId, actor, ...change, after }, now))
    return succeed({ isNew: true })
  })
  await uncountUnsent(counted, sent)
  return sent.success ? succeed({ order: await viewOrder(context, id) }) : sent
}
