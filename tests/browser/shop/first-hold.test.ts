import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdCart } from '#browser/shop/cart-calls.ts'
import { firstHold, releaseFirstHold, sendFirstHold } from '#browser/shop/first-hold.ts'
import { CART_ID_KEY } from '#browser/platform/storage.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

let shop: BrowserShop
let ticketTypeId: string

beforeEach(async () => {
  shop = await openBrowserShop()
  ticketTypeId = await insertTicketType(shop.context.db, { ...shop, name: 'Standing', capacity: 2 })
})
afterEach(async () => {
  await firstHold.sent?.answer
  firstHold.sent = undefined
  localStorage.clear()
  vi.unstubAllGlobals()
  await shop.close()
})

const items = () => [{ ticketTypeId, quantity: 2 }]
const two = () => ({ items: items() })
const held = async (): Promise<number> => (await shop.counters(ticketTypeId)).held

it('holds the tickets with one request, whose answer the cart takes', async () => {
  sendFirstHold(items())
  const id = String(firstHold.sent?.cartId)
  const answer = await holdCart(id, two())
  expect(answer).toMatchObject({ success: true, data: { cartId: id, items: [{ held: 2 }] } })
  expect(shop.requests).toEqual([`PUT /api/public/carts/${id}`])
  await holdCart(id, two())
  expect(shop.requests).toHaveLength(2)
})

it('reduces the time left by what the answer has waited for the cart’s code', async () => {
  sendFirstHold(items())
  await firstHold.sent?.answer
  const received = { startTime: performance.now() - 4_100, duration: 100 }
  vi.spyOn(performance, 'getEntriesByName').mockReturnValueOnce([
    { ...received, name: '', entryType: 'resource', toJSON: String },
  ])
  const answer = await holdCart(String(firstHold.sent?.cartId), two())
  expect(answer.success && answer.data.expiresInMs).toBeLessThanOrEqual(596_000)
})

it('is followed by the cart’s own request if that asks for something else', async () => {
  sendFirstHold(items())
  const answer = await holdCart(String(firstHold.sent?.cartId), { items: [{ ticketTypeId, quantity: 1 }] })
  expect(answer).toMatchObject({ success: true, data: { items: [{ held: 1 }] } })
  expect(await held()).toBe(1)
})

it('is released if another tab has started the cart meanwhile', async () => {
  sendFirstHold(items())
  await firstHold.sent?.answer
  const answer = await holdCart(crypto.randomUUID(), { items: [{ ticketTypeId, quantity: 1 }] })
  expect(answer).toMatchObject({ success: true, data: { items: [{ held: 1 }] } })
  expect(await held()).toBe(1)
})

it.each(['down', 'deaf'] as const)(
  'is repeated by the cart’s own request after a failure (%s)',
  async (state) => {
    shop.setNetwork(state)
    sendFirstHold(items())
    const id = String(firstHold.sent?.cartId)
    expect(await holdCart(id, two())).toMatchObject({ success: false, error: { code: 'NETWORK_ERROR' } })
    shop.setNetwork('up')
    expect(await holdCart(id, two())).toMatchObject({ success: true, data: { items: [{ held: 2 }] } })
    expect(await held()).toBe(2)
  },
)

it('leaves a browser that has had a cart, or one of a form, to the cart’s code', () => {
  localStorage.setItem(CART_ID_KEY, JSON.stringify(crypto.randomUUID()))
  sendFirstHold(items())
  localStorage.clear()
  document.cookie = `cartId=${crypto.randomUUID()}`
  sendFirstHold(items())
  document.cookie = 'cartId=; max-age=0'
  expect(firstHold.sent?.cartId).toBeUndefined()
  expect(shop.requests).toEqual([])
})

it('is released when the cart’s code can’t be loaded', async () => {
  sendFirstHold(items())
  await releaseFirstHold()
  expect(await held()).toBe(0)
})
