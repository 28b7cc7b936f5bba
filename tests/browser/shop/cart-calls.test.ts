import { afterEach, expect, it, vi } from 'vitest'
import { fetchFees, fetchStandardFees, holdCart } from '#browser/shop/cart-calls.ts'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { putCart } from '#contracts/shop/carts.ts'
import { defaultFees, feesForEvent } from '#contracts/shop/fees.ts'

afterEach(() => vi.unstubAllGlobals())

function answerWith(data: unknown): string[] {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(`${init.method} ${path}`)
    return Response.json({ success: true, data })
  })
  return requests
}

const requestOf = ({ method, path }: Endpoint, id = ''): string => `${method} ${path.replace(/\{\w+\}/, id)}`

const HOLD = { cartId: 'c', currency: null, expiresAt: null, expiresInMs: null, items: [] }
const FEES = { ticketBaseFee: 0.5, ticketPercentageFee: 0.05, orderProcessingFee: 1, orderPercentageFee: 0 }

it('requests what the contracts say', async () => {
  const requests = answerWith(HOLD)
  expect(await holdCart('c', { items: [] })).toMatchObject({ success: true, data: HOLD })
  const fees = answerWith(FEES)
  expect(await fetchFees('e')).toMatchObject({ success: true, data: FEES })
  expect(await fetchStandardFees()).toMatchObject({ success: true, data: FEES })
  expect([...requests, ...fees]).toEqual([
    requestOf(putCart, 'c'),
    `${requestOf(feesForEvent)}?eventId=e`,
    requestOf(defaultFees),
  ])
})

it('fails if the data isn’t as the contract says', async () => {
  answerWith({ ...HOLD, items: [{}] })
  expect(await holdCart('c', { items: [] })).toMatchObject({
    success: false,
    error: { code: 'RESPONSE_HANDLING_ERROR' },
  })
  answerWith({})
  expect(await fetchFees('e')).toMatchObject({ success: false, error: { code: 'RESPONSE_HANDLING_ERROR' } })
})
