import { CART_ID_KEY, readStoredText } from '#browser/platform/storage.ts'
import { hasCartCookie } from './stored-cart.ts'

export interface FirstHold {
  cartId: string
  /** Body of the request as JSON. */
  body: string
  /** Response; undefined after a network failure. */
  answer: Promise<Response | undefined>
}

/** The request sent by `sendFirstHold`. The cart's code reads its response. */
export const firstHold: { sent?: FirstHold | undefined } = {}

export const cartPath = (cartId: string): string => `/api/public/carts/${cartId}`

/**
 * Holds the tickets of a browser's first cart while the cart's code is loading, so that the response has arrived when
 * the code is ready. Does nothing if the browser has had a cart. Sends no access codes; the later request by the cart's
 * code does.
 */
export function sendFirstHold(items: readonly { ticketTypeId: string; quantity: number }[]): void {
  // `randomUUID` is missing on pages without HTTPS.
  if (firstHold.sent || readStoredText(CART_ID_KEY) || hasCartCookie() || !('randomUUID' in crypto)) return
  const cartId = crypto.randomUUID()
  const body = JSON.stringify({ items })
  firstHold.sent = { cartId, body, answer: put(cartId, body) }
}

/** Releases the tickets held by `sendFirstHold`, so that the form that the browser submits instead can hold them. */
export async function releaseFirstHold(): Promise<void> {
  const { sent } = firstHold
  await sent?.answer
  if (sent) await put(sent.cartId, '{"items":[]}')
}

const put = (cartId: string, body: string): Promise<Response | undefined> =>
  fetch(cartPath(cartId), { method: 'PUT', headers: { 'content-type': 'application/json' }, body }).catch(
    () => undefined,
  )
