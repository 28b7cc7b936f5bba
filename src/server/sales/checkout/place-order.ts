import type { CodeOf } from '#contracts/platform/endpoint.ts'
import type { checkout as contract } from '#contracts/checkout/orders.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { createTransactionBatcher } from '#server/platform/db/batches/transaction-batcher.ts'
import { readVisitsOfBuyer } from '#server/sales/attribution/attribute-order.ts'
import type { Caller, UseCase, Visitor } from '#server/use-case.ts'
import { countCheckoutAttempts } from './count-checkout-attempts.ts'
import { openOrder } from '#server/sales/orders/order-access.ts'
import { findOrderByKey } from '#server/sales/orders/order-rows.ts'
import { countUnpaidOrderMail, isMailLimited } from '#server/sales/order-management/order-mail-limits.ts'
import { toBuyersOrder, toOrder, viewOrder } from '#server/sales/orders/order-view.ts'
import type { PlacedOrder } from './placing/new-orders.ts'
import { placeOrders } from './placing/place-orders.ts'
import type { PlaceRequest } from './placing/price-order.ts'

/**
 * Places an order at current prices. An order that is free or fully paid with vouchers is paid at once. A repeated
 * Idempotency-Key with the same cart returns the same order. PRICE_CHANGED returns the new quote and changes nothing.
 */
export const placeOrder: UseCase<typeof contract, Caller & { client?: Visitor | undefined }> = async (
  context,
  { site, body, idempotencyKey, client },
) => {
  const arrival = await readVisitsOfBuyer(context, client)
  const request: PlaceRequest = {
    site,
    body: { ...body, cartId: body.cartId.toLowerCase() },
    idempotencyKey,
    arrival,
  }
  const checkout = { body: request.body, client, accountId: arrival.accountId }
  const placed = await countCheckoutAttempts(context, checkout, () => placeCounted(context, request))
  if (!placed.success) return placed
  const { orderId, view, repeated } = placed.data
  if (repeated) {
    // Requires the same access as the order's link, because the order's email address may have been corrected.
    const opened = await openOrder(context, { site, client, id: orderId })
    return opened.success ? succeed({ order: await toBuyersOrder(context, opened.data) }) : opened
  }
  return succeed({ order: await (view ? toOrder(context, view) : viewOrder(context, orderId)) })
}

/** Limits orders that are free or fully paid with vouchers, because they send emails to arbitrary addresses at no cost. */
async function placeCounted(
  context: Context,
  request: PlaceRequest,
): Promise<Result<PlacedOrder, CodeOf<typeof contract>>> {
  const placeNow = () => placerOf(context)(request)
  const { body, idempotencyKey } = request
  const byVouchers = (body.vouchers ?? []).reduce((sum, { amount }) => sum + amount, 0)
  if (body.expectedTotal - byVouchers > LESS_THAN_A_COIN) return placeNow()
  // A repeated request must not count again, because it sends no second email.
  if (await findOrderByKey(context.db, { cartId: body.cartId, idempotencyKey })) return placeNow()
  const counted = await countUnpaidOrderMail(context, body.customer.email)
  if (isMailLimited(counted)) return counted
  const placed = await placeNow()
  if (!placed.success || placed.data.repeated) await counted.uncount()
  return placed
}

/** Tolerance for floating-point sums of amounts in major units. */
const LESS_THAN_A_COIN = 0.0005

type Placer = (request: PlaceRequest) => Promise<Result<PlacedOrder, CodeOf<typeof contract>>>

const placers = new WeakMap<Context, Placer>()

/** Returns the batcher that places concurrent orders in one transaction. */
function placerOf(context: Context): Placer {
  const placer = placers.get(context) ?? createPlacer(context)
  placers.set(context, placer)
  return placer
}

const createPlacer = (context: Context): Placer =>
  createTransactionBatcher(
    { ...context, name: 'checkouts' },
    {
      keyOf: ({ body }: PlaceRequest) => body.cartId,
      run: (trx, batch) => placeOrders(context, trx, batch),
      rules: {
        holds_are_whole: 'CART_EXPIRED',
        never_oversold: 'SOLD_OUT',
        // The buyer's account was deleted meanwhile.
        orders_buyer_account_id_fkey: 'ORDER_SIGN_IN',
      },
    },
  )
