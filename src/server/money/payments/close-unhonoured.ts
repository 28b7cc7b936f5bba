import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { moveOrders, type OrderRow } from '#server/sales/orders/order-rows.ts'
import { releasePromoUse } from '#server/sales/promo/promo-rows.ts'

export async function closeUnhonoured(
  trx: Transaction<Database>,
  order: OrderRow,
  to: 'expired' | 'refunded',
): Promise<void> {
  const wasPending = order.status === 'pending'
  const [closed] = await moveOrders(trx, { orderIds: [order.id], to: wasPending ? 'expired' : to })
  if (closed && wasPending && order.promoCodeId) await releasePromoUse(trx, [order.promoCodeId])
  if (wasPending && to === 'refunded') await moveOrders(trx, { orderIds: [order.id], to })
}
