import type { resendOrder as contract } from '#contracts/console/orders/orders.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { ERASED_PERSON } from '#server/people/accounts/own-order-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { orderResentFact } from '#server/platform/outbox/order-facts.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { countUnpaidOrderMail, isMailLimited, uncountUnsent } from './order-mail-limits.ts'
import { lockOrder } from '#server/sales/orders/order-rows.ts'
import { findOrderEmail, hasOrderChange } from '#server/sales/orders/order-facts-rows.ts'
import { showOrder } from '#server/sales/orders/show-order.ts'

export const resendOrder: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, params, idempotencyKey } = call
  // The email is counted before the transaction, because a transaction that waits for a second connection can exhaust
  // the pool.
  const email = await findOrderEmail(context.db, { promoterId, orderId: params.id })
  const counted = await countUnpaidOrderMail(context, email ?? '')
  const sent = await transact(context.db, async (trx) => {
    const order = await lockOrder(trx, params.id)
    if (order?.promoterId !== promoterId) return fail('NOT_FOUND')
    if (order.status !== 'paid' && order.status !== 'partially_refunded') return fail('ORDER_NOT_PAID')
    if (order.email === '' || order.email === ERASED_PERSON.email) return fail('ORDER_HAS_NO_ADDRESS')
    const now = new Date(context.clock.now())
    const mail = orderResentFact(order, idempotencyKey)
    const change = { action: 'order.resent', subject: { id: order.id, name: order.number } } as const
    const after = { fact: mail.fact }
    if (await hasOrderChange(trx, { orderId: order.id, action: change.action, fact: mail.fact }))
      return succeed({ isNew: false })
    if (isMailLimited(counted)) return counted
    trx.send(writeMails(trx, [mail], now), recordChange(trx, { promoterId, actor, ...change, after }, now))
    return succeed({ isNew: true })
  })
  await uncountUnsent(counted, sent)
  return sent.success ? showOrder(context, { promoterId, orderId: params.id }) : sent
}
