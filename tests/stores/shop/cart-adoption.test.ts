import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { putCart } from '#server/sales/cart/put-cart.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { newCartId } from '#tests/support/shop.ts'
import { loadStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

let shop: BrowserShop

const loadPage = async () => ({ ...(await loadStores()), ...(await import('#stores/shop/cart-adoption.ts')) })

const leaveCart = async (wishes: Record<string, number>, promoCode?: string): Promise<string> => {
  const cartId = newCartId()
  const items = Object.entries(wishes).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
  const site = shop.context.sites.resolve(shop.host)
  await putCart(shop.context, { site, params: { cartId }, body: { items } })
  document.cookie = `cartId=${cartId}; path=/`
  if (promoCode) document.cookie = `cartPromoCode=${promoCode}; path=/`
  return cartId
}

const type = (options: Partial<Parameters<typeof insertTicketType>[1]> = {}): Promise<string> =>
  insertTicketType(shop.context.db, { promoterId: shop.promoterId, eventId: shop.eventId, ...options })

beforeEach(async () => {
  shop = await openBrowserShop()
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
})
afterEach(async () => {
  for (const name of ['cartId', 'cartPromoCode'])
    document.cookie = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await shop.close()
})

it('takes over a cart of forms: id, tickets, expiry', async () => {
  const entry = await type({ name: 'Entry', priceCents: 2550 })
  const cartId = await leaveCart({ [entry]: 2 })
  const page = await loadPage()
  await page.adoptCart()
  expect(page.$cart.get()).toMatchObject([
    { ticketTypeId: entry, name: 'Entry', quantity: 2, totalPrice: 51 },
  ])
  expect(page.$cartExpiresAt.get()).toBe(shop.clock.now() + 600_000)
  expect(page.readOrCreateCartId()).toBe(cartId)
  expect(document.cookie).toBe('')
  expect(shop.requests.filter((request) => request.startsWith('PUT'))).toEqual([])
})

it('merges it with the existing cart, without holding twice', async () => {
  const [entry, balcony] = [await type({ name: 'Entry' }), await type({ name: 'Balcony' })]
  await leaveCart({ [entry]: 2 })
  const page = await loadPage()
  await page.adoptCart()
  const own = page.readOrCreateCartId()
  await leaveCart({ [entry]: 1, [balcony]: 1 })
  await page.adoptCart()
  expect(page.$cart.get().map((item) => [item.name, item.quantity])).toEqual([
    ['Entry', 3],
    ['Balcony', 1],
  ])
  expect(page.readOrCreateCartId()).toBe(own)
  expect(await shop.counters(entry)).toMatchObject({ held: 3 })
  expect(await shop.counters(balcony)).toMatchObject({ held: 1 })
})

it('keeps the cookies for the next page without a response', async () => {
  const entry = await type()
  const cartId = await leaveCart({ [entry]: 1 })
  const page = await loadPage()
  shop.setNetwork('down')
  await page.adoptCart()
  expect(page.$cart.get()).toEqual([])
  expect(document.cookie).toContain(cartId)
  expect(page.$isAdoptingCart.get()).toBe(false)
  shop.setNetwork('up')
  await page.adoptCart()
  expect(page.$cart.get()).toHaveLength(1)
})

it('keeps its own cart when that of forms has expired', async () => {
  const entry = await type()
  await leaveCart({ [entry]: 1 })
  const page = await loadPage()
  await page.adoptCart()
  await leaveCart({ [entry]: 2 })
  shop.clock.advance(600_000)
  await page.adoptCart()
  expect(page.$cart.get()).toMatchObject([{ quantity: 1 }])
  expect(document.cookie).toBe('')
})

it('requests nothing without a cookie or for an unknown cart', async () => {
  const page = await loadPage()
  await page.adoptCart()
  document.cookie = 'cartId=nonsense; path=/'
  await page.adoptCart()
  expect(shop.requests).toEqual([])
})
