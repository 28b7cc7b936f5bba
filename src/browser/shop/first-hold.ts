import { CART_ID_KEY, readText } from '#browser/platform/storage.ts'
import { hasFormCart } from './stored-cart.ts'

export interface FirstHold {
  cartId: string
  /** As JSON. */
  body: string
  /** Undefined after a network failure. */
  answer: Promise<Response | undefined>
}

/** The request of `sendFirstHold`, until the cart's code takes its answer. */
export const firstHold: { sent?: FirstHold | undefined } = {}

export const cartPath = (cartId: string): string => `/api/public/carts/${cartId}`

/**
 * Holds the tickets of a browser's first cart while the cart's code is still being loaded: they are held a round trip earlier, and the
 * outcome is shown as soon as the code has been loaded. Does nothing in a browser that has had a cart. Sends no access codes: the cart's own
 * request follows with them.
 */
export function sendFirstHold(items: readonly { ticketTypeId: string; quantity: number }[]): void {
  // `randomUUID` is missing on pages without HTTPS.
  if (firstHold.sent || readText(CART_ID_KEY) || hasFormCart() || !('randomUUID' in crypto)) return
  const cartId = crypto.randomUUID()
  const body = JSON.stringify({ items })
  firstHold.sent = { cartId, body, answer: put(cartId, body) }
}

/** Releases what `sendFirstHold` has held, so that the tickets are available to the form that the browser submits instead. */
export async function releaseFirstHold(): Promise<void> {
  const { sent } = firstHold
  await sent?.answer
  if (sent) await put(sent.cartId, '{"items":[]}')
}

const put = (cartId: string, body: string): Promise<Response | undefined> =>
  fetch(cartPath(cartId), { method: 'PUT', headers: { 'content-type': 'application/json' }, body }).catch(
    () => undefined,
  )
