import type { putOrderEmail as contract } from '#contracts/console/orders/orders.ts'
import type { CodeOf, InputOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { ERASED_PERSON } from '#server/people/accounts/own-order-rows.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findOrderVersion } from './order-email-rows.ts'
import { findOrderEmail } from '#server/sales/orders/order-facts-rows.ts'
import { countUnpaidOrderMail, isMailLimited } from './order-mail-limits.ts'
import { replaceOrderEmail } from './replace-order-email.ts'
import { lockOrder } from '#server/sales/orders/order-rows.ts'
import { showOrder } from '#server/sales/orders/show-order.ts'

export const putOrderEmail: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, params, body } = call
  const find = { promoterId, orderId: params.id }
  if ((await findOrderEmail(context.db, find)) === body.email) return showOrder(context, find)
  // The email is counted before the transaction, because a transaction that waits for a second connection can exhaust
  // the pool.
  const counted = await countUnpaidOrderMail(context, body.email)
  if (isMailLimited(counted)) return counted
  const put = await transact(context.db, (trx) =>
    change(context, trx, { ...call, linkId: crypto.randomUUID(), now: new Date(context.clock.now()) }),
  )
  if (put.success) return showOrder(context, find)
  await counted.uncount()
  return put
}

async function change(
  context: Context,
  trx: PipelinedTransaction,
  {
    promoterId,
    actor,
    params,
    body,
    linkId,
    now,
  }: InputOf<typeof contract> & PromoterCall & { linkId: string; now: Date },
): Promise<Result<null, CodeOf<typeof contract>>> {
  const order = await lockOrder(trx, params.id)
  if (order?.promoterId !== promoterId) return fail('NOT_FOUND')
  const version = await findOrderVersion(trx, order.id)
  if (version !== body.version) return fail('EDIT_CONFLICT', { current: { email: order.email, version } })
  if (order.email === ERASED_PERSON.email) return fail('ORDER_HAS_NO_ADDRESS')
  if (order.status !== 'paid' && order.status !== 'partially_refunded') return fail('ORDER_NOT_PAID')
  await replaceOrderEmail(context, trx, { order, version, to: body.email, linkId, actor, now })
  return succeed(null)
}
