import type { getCart as contract } from '#contracts/shop/carts.ts'
import { succeed } from '#model/platform/result.ts'
import { isInSiteScope, siteScopeOf } from '#model/sites/sites.ts'
import { findTicketTypes, type TicketTypeRow } from '#server/catalog/listings/ticket-type-rows.ts'
import { findLiveCart } from '#server/catalog/inventory/hold-rows.ts'
import type { UseCase } from '#server/use-case.ts'
import { emptyCart, toCartHold, type HeldTicketType } from './cart-view.ts'

export const getCart: UseCase<typeof contract> = async (context, { site, params }) => {
  const cartId = params.cartId.toLowerCase()
  const now = new Date(context.clock.now())
  const found = await findLiveCart(context.reads, { cartId, now })
  if (!found || !isInSiteScope(siteScopeOf(site), found.cart.promoterId)) return succeed(emptyCart(cartId))
  const ids = found.holds.map((hold) => hold.ticketTypeId)
  const types = await findTicketTypes(context.reads, { ids, now })
  const held = found.holds.map((hold) => ({
    ticketTypeId: hold.ticketTypeId,
    requested: hold.quantity,
    held: hold.quantity,
  }))
  const requested = found.holds
  return succeed(
    toCartHold({
      cart: found.cart,
      requested,
      verdicts: held,
      types: new Map([...types].map(([id, type]) => [id, toHeldType(type)])),
      now: now.getTime(),
    }),
  )
}

const toHeldType = (type: TicketTypeRow): HeldTicketType => ({
  eventId: type.event_id,
  currency: type.currency,
  priceCents: type.price_cents,
  minPerOrder: type.min_per_order,
  maxPerOrder: type.max_per_order,
  tax: type.tax,
})
