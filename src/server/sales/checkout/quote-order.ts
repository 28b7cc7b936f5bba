import type { quoteOrder as contract } from '#contracts/console/orders/order-quotes.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listManualLines } from '#server/sales/order-management/manual-order-rows.ts'
import { toOrderQuote } from '#server/sales/orders/order-view.ts'
import { mergeItems, priceManualOrder } from './price-manual-order.ts'

export const quoteOrder: UseCase<typeof contract, PromoterCall> = async (context, { promoterId, body }) => {
  const items = mergeItems(body.items)
  const ticketTypeIds = items.map((item) => item.ticketTypeId)
  const priced = priceManualOrder(
    { ...body, items },
    await listManualLines(context.db, { promoterId, ticketTypeIds }),
  )
  if (!priced.success) return priced
  return succeed({ quote: toOrderQuote(priced.data.price, priced.data.currency) })
}
