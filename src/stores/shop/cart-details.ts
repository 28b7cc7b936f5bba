import { now } from '#browser/platform/clock.ts'
import { showToast } from '#browser/platform/toast-event.ts'
import { isDescribed, type CartItem } from '#model/sales/cart.ts'
import { isCartExpired } from '#model/sales/stored-cart.ts'
import { $holdStatus, sendCart } from './cart-hold.ts'
import { $cart, $cartExpiresAt, readOrCreateCartId, writeCart } from './cart-items.ts'
import { findTicketDetails, type TicketDetails } from './ticket-details.ts'

let underWay: Promise<void> | undefined

/**
 * Loads missing details (title, currency, …) of stored items, then holds the cart. Removes unknown tickets. If the server can't be reached,
 * the items stay unchanged.
 */
export function loadCartDetails(): Promise<void> {
  underWay ??= describe().finally(() => {
    underWay = undefined
  })
  return underWay
}

async function describe(): Promise<void> {
  const incomplete = $cart.get().filter((item) => !isDescribed(item))
  if (incomplete.length === 0) return
  const details = await findTicketDetails(
    incomplete.map(({ eventId }) => eventId),
    readOrCreateCartId(),
  )
  if (!details) return $holdStatus.set('offline')
  const before = $cart.get()
  const items = before.flatMap((item) => complete(item, details))
  writeCart(items, $cartExpiresAt.get())
  if (items.length < before.length) {
    showToast({
      type: 'warning',
      title: 'Your cart has changed',
      message: 'Tickets that are no longer available were removed.',
    })
  }
  if (!isCartExpired($cartExpiresAt.get(), now())) await sendCart()
}

function complete(item: CartItem, details: ReadonlyMap<string, TicketDetails>): CartItem[] {
  if (isDescribed(item)) return [item]
  const found = details.get(item.ticketTypeId)
  return found ? [{ ...item, ...found }] : []
}
