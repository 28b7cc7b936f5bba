import { api } from '#browser/platform/api-client.ts'
import { readResponse, validateData } from '#browser/platform/read-response.ts'
import type { RequestOf } from '#contracts/platform/endpoint.ts'
import type { CartHold, putCart } from '#contracts/shop/carts.ts'
import type { FeeConfiguration } from '#model/pricing/fees.ts'
import type { Result } from '#model/platform/result.ts'
import { isCartHold, isFeeConfiguration } from './cart-shapes.ts'
import { cartPath, firstHold } from './first-hold.ts'

/**
 * API calls of the first “add to cart”. To avoid loading Zod, they don't use the contracts: they repeat the URLs and check responses with
 * `cart-shapes.ts`. A test compares both with the contracts.
 */

export async function holdCart(
  cartId: string,
  body: RequestOf<typeof putCart>['body'],
): Promise<Result<CartHold>> {
  const { sent } = firstHold
  firstHold.sent = undefined
  // Waits for the first request even if it had other content, so that requests arrive in order.
  const answer = await sent?.answer
  // The cart was created in another tab meanwhile. Releases the tickets of the first request, because no cart in this
  // browser contains them.
  if (sent && sent.cartId !== cartId) await api.put(cartPath(sent.cartId), { items: [] })
  return answer && sent?.cartId === cartId && sent.body === JSON.stringify(body)
    ? readFirst(answer)
    : validateData(await api.put(cartPath(cartId), body), isCartHold)
}

/** Reads the response and subtracts from `expiresInMs` the time that has passed since the response arrived. */
async function readFirst(response: Response): Promise<Result<CartHold>> {
  const answer = validateData(await readResponse(response), isCartHold)
  if (!answer.success || answer.data.expiresInMs === null) return answer
  const [timing] = performance.getEntriesByName(response.url, 'resource')
  const waitedMs = timing ? performance.now() - timing.startTime - timing.duration : 0
  const expiresInMs = Math.max(0, Math.round(answer.data.expiresInMs - waitedMs))
  return { ...answer, data: { ...answer.data, expiresInMs } }
}

export const fetchFees = async (eventId: string): Promise<Result<FeeConfiguration>> =>
  validateData(await api.get('/api/fee-configuration-for-event', { query: { eventId } }), isFeeConfiguration)

export const fetchStandardFees = async (): Promise<Result<FeeConfiguration>> =>
  validateData(await api.get('/api/public/fee-configurations/default'), isFeeConfiguration)
