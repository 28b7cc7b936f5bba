import { api } from '#browser/platform/api-client.ts'
import { validateData } from '#browser/platform/read-response.ts'
import type { CallOf } from '#contracts/platform/endpoint.ts'
import type { CartHold, putCart } from '#contracts/shop/carts.ts'
import type { FeeConfiguration } from '#model/pricing/fees.ts'
import type { Result } from '#model/platform/result.ts'
import { isCartHold, isFeeConfiguration } from './cart-shapes.ts'

/**
 * API calls of the first “add to cart”. To avoid loading Zod, they don't use the contracts: they repeat the URLs and check responses with
 * `cart-shapes.ts`. A test compares both with the contracts.
 */

export const holdCart = async (
  cartId: string,
  body: CallOf<typeof putCart>['body'],
): Promise<Result<CartHold>> =>
  validateData(await api.put(`/api/public/carts/${encodeURIComponent(cartId)}`, body), isCartHold)

export const fetchFees = async (eventId: string): Promise<Result<FeeConfiguration>> =>
  validateData(await api.get('/api/fee-configuration-for-event', { query: { eventId } }), isFeeConfiguration)

export const fetchStandardFees = async (): Promise<Result<FeeConfiguration>> =>
  validateData(await api.get('/api/public/fee-configurations/default'), isFeeConfiguration)
