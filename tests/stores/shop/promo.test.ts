import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { insertPromo, insertTicketType } from '#tests/support/factories.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { loadStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

let shop: BrowserShop
let stores: Awaited<ReturnType<typeof loadStores>>
let standing = ''
let seated = ''

beforeEach(async () => {
  shop = await openBrowserShop()
  standing = await insertTicketType(shop.context.db, { ...shop, name: 'Standing', priceCents: 2000 })
  seated = await insertTicketType(shop.context.db, { ...shop, name: 'Seated', priceCents: 3000 })
  await insertPromo(shop.context.db, {
    promoterId: shop.promoterId,
    code: 'TEN',
    percent: 10,
    ticketTypeIds: [standing],
  })
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
  stores = await loadStores()
  await stores.addToCart([line(standing, 20), line(seated, 30)])
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await shop.close()
})

const line = (ticketTypeId: string, price: number) => ({
  ticketTypeId,
  eventId: shop.eventId,
  price,
  quantity: 1,
  maxPerOrder: 10,
  name: 'Ticket',
  eventTitle: 'Night Shift',
  eventSlug: 'night-shift',
  eventStartsAt: '2026-12-01T20:00:00.000Z',
  timeZone: 'Europe/Berlin',
  promoterId: shop.promoterId,
  currency: 'EUR',
})

it('applies a code with the toast of §8, and keeps it under cartPromoCode', async () => {
  await stores.applyPromo(' ten ')
  expect(shop.toasts.at(-1)).toMatchObject({
    title: 'Promo code applied',
    message: 'TEN has been applied to your cart.',
  })
  expect(JSON.parse(localStorage.getItem('cartPromoCode') ?? '')).toMatchObject({
    code: 'TEN',
    discountType: 'percentage',
  })
  await stores.loadMissingFees()
  expect(stores.$quote.get()).toMatchObject({ subtotalCents: 5000, discountCents: 200 })
})

it('removes it with the toast of §8', async () => {
  await stores.applyPromo('TEN')
  stores.removePromo()
  expect(shop.toasts.at(-1)).toMatchObject({
    title: 'Promo code removed',
    message: 'The promo code has been removed from your order.',
  })
  expect(localStorage.getItem('cartPromoCode')).toBeNull()
})

it.each([
  ['NOPE', 'This promo code isn’t valid for the tickets in your cart.'],
  ['', 'Enter a promo code.'],
])('shows at the field why %o is refused', async (code, refusal) => {
  await stores.applyPromo(code)
  expect(stores.$promoCheck.get()).toEqual({ isChecking: false, refusal })
  expect(stores.$promo.get()).toBeUndefined()
})

it('a code that no longer applies is removed with the reason', async () => {
  await stores.applyPromo('TEN')
  const stop = stores.$promo.listen(() => undefined)
  await stores.removeFromCart(standing)
  await waitFor(() => expect(stores.$promo.get()).toBeUndefined())
  expect(stores.$promoCheck.get().refusal).toBe('This promo code isn’t valid for the tickets in your cart.')
  expect(shop.toasts.at(-1)?.title).toBe('TEN no longer applies')
  stop()
})

it('is kept without a response', async () => {
  await stores.applyPromo('TEN')
  shop.setNetwork('down')
  await stores.recheckPromo()
  expect(stores.$promo.get()?.code).toBe('TEN')
})

it('ignores a malformed stored code', async () => {
  localStorage.setItem('cartPromoCode', '{"code":1}')
  const reloaded = await loadStores()
  expect(reloaded.$promo.get()).toBeUndefined()
})

it('§4: a stored code applies on the next page as well', async () => {
  await stores.applyPromo('TEN')
  const reloaded = await loadStores()
  expect(reloaded.$promo.get()).toMatchObject({ code: 'TEN', discountValue: 10 })
  await reloaded.loadMissingFees()
  expect(reloaded.$quote.get()?.discountCents).toBe(200)
})
