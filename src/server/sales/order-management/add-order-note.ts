import type { addOrderNote as contract } from '#contracts/console/orders/orders.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { insertOrderNote } from '#server/sales/orders/order-facts-rows.ts'
import { findOrderRow } from '#server/sales/orders/order-rows.ts'
import { showOrder } from '#server/sales/orders/show-order.ts'

export const addOrderNote: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, params, body } = call
  const added = await transact(context.db, async (trx) => {
    const order = await findOrderRow(trx, params.id)
    if (order?.promoterId !== promoterId) return fail('NOT_FOUND')
    const now = new Date(context.clock.now())
    const id = crypto.randomUUID()
    trx.send(
      insertOrderNote(trx, {
        id,
        promoterId,
        orderId: order.id,
        accountId: actor.accountId,
        text: body.text,
        now,
      }),
      recordChange(
        trx,
        {
          promoterId,
          actor,
          action: 'order.noted',
          subject: { id: order.id, name: order.number },
          after: { noteId: id },
        },
        now,
      ),
    )
    return succeed(null)
  })
  return added.success ? showOrder(context, { promoterId, orderId: params.id }) : added
}
