import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { NewCartItem } from '#model/sales/cart.ts'
import { insertFees, insertTicketType } from '#tests/support/factories.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { loadStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

let shop: BrowserShop
let stores: Awaited<ReturnType<typeof loadStores>>
let added: NewCartItem

beforeEach(async () => {
  shop = await openBrowserShop()
  const ticketTypeId = await insertTicketType(shop.context.db, { ...shop, priceCents: 4000 })
  await insertFees(shop.context.db, {
    promoterId: shop.promoterId,
    eventId: shop.eventId,
    ticketBaseCents: 50,
    ticketBasisPoints: 250,
    orderBaseCents: 90,
  })
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
  stores = await loadStores()
  added = {
    ticketTypeId,
    eventId: shop.eventId,
    price: 40,
    quantity: 2,
    maxPerOrder: 10,
    name: 'General admission',
    eventTitle: 'Night Shift',
    eventSlug: 'night-shift',
    eventStartsAt: '2026-12-01T20:00:00.000Z',
    timeZone: 'Europe/Berlin',
    promoterId: shop.promoterId,
    currency: 'EUR',
  }
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await shop.close()
})

const feeRequests = (): string[] => shop.requests.filter((request) => request.includes('fee-configuration'))

it('§4 idle → loading → success, and the quote follows', async () => {
  const states: string[] = []
  stores.$feeStatus.subscribe((status) => states.push(status))
  await stores.addToCart([added])
  await stores.loadMissingFees()
  expect(states).toEqual(['idle', 'loading', 'success'])
  expect(stores.$quote.get()).toMatchObject({
    subtotalCents: 8000,
    fees: { ticketFeesCents: 300, orderFeesCents: 90, totalFeesCents: 390 },
    totalCents: 8390,
  })
})

it('recalculates when the item count changes, from what it knows already', async () => {
  stores.$quote.listen(() => undefined)
  await stores.addToCart([added])
  await waitFor(() => expect(stores.$feeStatus.get()).toBe('success'))
  await stores.changeQuantity(added.ticketTypeId, 3)
  await waitFor(() => expect(stores.$quote.get()?.fees.ticketFeesCents).toBe(450))
  expect(feeRequests()).toHaveLength(1)
})

it('§4 recalculates when the subtotal changes and the item count does not', async () => {
  stores.$quote.listen(() => undefined)
  await stores.addToCart([added])
  await waitFor(() => expect(stores.$feeStatus.get()).toBe('success'))
  const states: string[] = []
  const stop = stores.$feeStatus.listen((status) => void states.push(status))
  await shop.context.db.updateTable('ticket_types').set({ price_cents: 5000 }).execute()
  await stores.sendCart()
  await waitFor(() => expect(states).toEqual(['loading', 'success']))
  expect(stores.$quote.get()).toMatchObject({ subtotalCents: 10_000, fees: { ticketFeesCents: 350 } })
  stop()
})

it('§7 uses the default configuration when the event’s can’t be fetched', async () => {
  const { db } = shop.context
  await db
    .updateTable('fee_configurations')
    .set({ ticket_base_cents: 25 })
    .where('promoter_id', 'is', null)
    .execute()
  shop.answerOnce(`/api/fee-configuration-for-event?eventId=${shop.eventId}`, 500, '{}')
  await stores.addToCart([added])
  await stores.loadMissingFees()
  expect(feeRequests()).toEqual([
    `GET /api/fee-configuration-for-event?eventId=${shop.eventId}`,
    'GET /api/public/fee-configurations/default',
  ])
  expect(stores.$feeStatus.get()).toBe('success')
  expect(stores.$quote.get()?.fees.ticketFeesCents).toBe(50)
})

it('§7 falls back to the default configuration, which is kept for 15 minutes', async () => {
  await stores.addToCart([{ ...added }])
  expect(await stores.fetchDefaultFees()).toMatchObject({ ticketBaseFee: 0 })
  vi.setSystemTime(shop.clock.now() + 899_999)
  await stores.fetchDefaultFees()
  expect(feeRequests()).toHaveLength(1)
  vi.setSystemTime(shop.clock.now() + 900_000)
  await stores.fetchDefaultFees()
  expect(feeRequests()).toHaveLength(2)
})

it('§8 a failed default fetch throws, and a failed calculation shows the toast', async () => {
  await stores.addToCart([added])
  shop.setNetwork('down')
  await expect(stores.fetchDefaultFees()).rejects.toThrow('Failed to fetch default fee configuration')
  const before = shop.toasts.length
  await stores.loadMissingFees()
  await stores.loadMissingFees()
  expect(stores.$feeStatus.get()).toBe('error')
  expect(shop.toasts.length - before, 'said once, not with each try').toBe(1)
  expect(shop.toasts.at(-1)).toEqual({
    type: 'destructive',
    title: 'Error calculating fees',
    message: 'Please try refreshing the page.',
  })
})
