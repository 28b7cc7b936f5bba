import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewCartItem } from '#model/sales/cart.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { loadStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

let shop: BrowserShop
let standing = ''
let stores: Awaited<ReturnType<typeof loadStores>>

beforeEach(async () => {
  shop = await openBrowserShop()
  standing = await insertTicketType(shop.context.db, {
    ...shop,
    name: 'Standing',
    priceCents: 2400,
    capacity: 8,
    maxPerOrder: 6,
  })
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: shop.clock.now() })
  stores = await loadStores()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await shop.close()
})

const item = (change: Partial<NewCartItem> = {}): NewCartItem => ({
  ticketTypeId: standing,
  eventId: shop.eventId,
  price: 24,
  quantity: 2,
  maxPerOrder: 6,
  name: 'Standing',
  eventTitle: 'Night Shift',
  eventSlug: 'night-shift',
  eventStartsAt: '2026-12-01T20:00:00.000Z',
  timeZone: 'Europe/Berlin',
  promoterId: shop.promoterId,
  currency: 'EUR',
  ...change,
})

/** A cart stored with the fields of specification §3 only. */
const whole = (change: { quantity?: number } = {}) => ({
  id: 'a',
  ticketTypeId: 't1',
  eventId: 'e1',
  price: 24,
  quantity: 2,
  totalPrice: 48,
  maxPerOrder: 6,
  ...change,
})

const pass = (milliseconds: number): void => {
  shop.clock.advance(milliseconds)
  vi.advanceTimersByTime(milliseconds)
}

describe('§4 storage', () => {
  it('keeps cart and expiry under the keys of §9, and an empty cart removes both', async () => {
    await stores.addToCart([item()])
    expect(JSON.parse(localStorage.getItem('cart') ?? '')).toMatchObject([
      { ticketTypeId: standing, quantity: 2, totalPrice: 48 },
    ])
    expect(Number(localStorage.getItem('cartExpirationTime'))).toBe(shop.clock.now() + 600_000)
    await stores.clearCart()
    expect(localStorage.getItem('cart')).toBeNull()
    expect(localStorage.getItem('cartExpirationTime')).toBeNull()
  })

  it('drops what doesn’t fit, and caps and sums what does', async () => {
    const good = { ...item(), id: 'a', quantity: 99, totalPrice: 1 }
    localStorage.setItem('cart', JSON.stringify([good, { ticketTypeId: 'x' }, null, 7]))
    const reloaded = await loadStores()
    expect(reloaded.$cart.get()).toMatchObject([{ id: 'a', quantity: 6, totalPrice: 144 }])
  })

  it('§3: an item with exactly the specified fields is accepted; the server adds the rest', async () => {
    const stored = {
      id: 'a',
      ticketTypeId: standing,
      eventId: shop.eventId,
      price: 24,
      quantity: 2,
      totalPrice: 48,
      maxPerOrder: 10,
    }
    localStorage.setItem('cart', JSON.stringify([stored]))
    const page = await loadStores()
    expect(page.$cart.get()).toEqual([stored])
    await page.loadCartDetails()
    expect(page.$cart.get()).toMatchObject([
      { ...stored, maxPerOrder: 6, name: 'Standing', currency: 'EUR', promoterId: shop.promoterId },
    ])
    expect((await shop.counters(standing)).held).toBe(2)
    expect(page.$cartExpiresAt.get()).toBe(shop.clock.now() + 600_000)
    await page.loadMissingFees()
    expect(page.$quote.get()?.subtotalCents).toBe(4800)
    const reloaded = await loadStores()
    expect(reloaded.$cart.get()).toEqual(page.$cart.get())
  })

  it('§3: offline, such an item is kept and completed later', async () => {
    const stored = {
      id: 'a',
      ticketTypeId: standing,
      eventId: shop.eventId,
      price: 24,
      quantity: 2,
      totalPrice: 48,
      maxPerOrder: 6,
    }
    localStorage.setItem('cart', JSON.stringify([stored]))
    const page = await loadStores()
    shop.setNetwork('down')
    await page.loadCartDetails()
    expect([page.$cart.get(), page.$holdStatus.get()]).toEqual([[stored], 'offline'])
    shop.setNetwork('up')
    await page.changeQuantity(standing, 3)
    expect(page.$cart.get()).toMatchObject([{ quantity: 3, totalPrice: 72 }])
    await page.loadCartDetails()
    expect(page.$cart.get()).toMatchObject([{ name: 'Standing', eventTitle: 'Night Shift', quantity: 3 }])
  })

  it('§3: an unknown ticket type is removed with a message', async () => {
    const ghost = {
      id: 'a',
      ticketTypeId: crypto.randomUUID(),
      eventId: crypto.randomUUID(),
      price: 24,
      quantity: 2,
      totalPrice: 48,
      maxPerOrder: 6,
    }
    localStorage.setItem('cart', JSON.stringify([ghost]))
    const page = await loadStores()
    await page.loadCartDetails()
    expect(page.$cart.get()).toEqual([])
    expect(shop.toasts.at(-1)?.title).toBe('Your cart has changed')
  })

  it.each([
    { about: 'garbage', list: [null, 7, { quantity: 2 }], endsIn: 60_000, count: 0 },
    { about: 'a negative quantity', list: [whole({ quantity: -4 })], endsIn: 60_000, count: 0 },
    { about: 'too many', list: [whole({ quantity: 99 })], endsIn: 60_000, count: 6 },
    { about: 'no expiry', list: [whole()], count: 2 },
    { about: 'an expiry that has passed', list: [whole()], endsIn: -1, count: 0 },
    { about: 'an expiry that is no moment', list: [whole()], expiry: '"soon"', count: 2 },
    { about: 'an expiry below zero', list: [whole()], expiry: '-5', count: 2 },
  ])('badge and cart agree about $about', async ({ list, endsIn, expiry, count }) => {
    localStorage.setItem('cart', JSON.stringify(list))
    const ends = endsIn === undefined ? expiry : String(shop.clock.now() + endsIn)
    if (ends !== undefined) localStorage.setItem('cartExpirationTime', ends)
    const page = await loadStores()
    const { countStoredTickets } = await import('#browser/shop/stored-cart.ts')
    const shown = page.$isExpired.get() ? [] : page.$cart.get()
    expect([countStoredTickets(), shown.reduce((sum, { quantity }) => sum + quantity, 0)]).toEqual([
      count,
      count,
    ])
  })

  it('starts empty with malformed storage', async () => {
    localStorage.setItem('cart', '{not json')
    localStorage.setItem('cartExpirationTime', 'soon')
    const reloaded = await loadStores()
    expect(reloaded.$cart.get()).toEqual([])
    expect(reloaded.$cartExpiresAt.get()).toBeUndefined()
  })

  it('applies another tab’s cart', async () => {
    stores.$cart.listen(() => undefined)
    const theirs = JSON.stringify([{ ...item(), id: 'a', totalPrice: 48 }])
    localStorage.setItem('cart', theirs)
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart', newValue: theirs }))
    expect(stores.$cart.get()).toHaveLength(1)
    localStorage.removeItem('cart')
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart', newValue: null }))
    expect(stores.$cart.get()).toHaveLength(0)
  })
})

describe('§4 expiry', () => {
  it('every change starts the ten minutes anew', async () => {
    await stores.addToCart([item()])
    pass(300_000)
    await stores.changeQuantity(standing, 3)
    expect(stores.$cartExpiresAt.get()).toBe(shop.clock.now() + 600_000)
  })

  it('adding, changing and removing start them anew without a network, too', async () => {
    const seated = await insertTicketType(shop.context.db, { ...shop, name: 'Seated' })
    await stores.addToCart([item()])
    shop.setNetwork('down')
    const changes = [
      () => stores.addToCart([item({ ticketTypeId: seated, name: 'Seated' })]),
      () => stores.changeQuantity(standing, 3),
      () => stores.removeFromCart(seated),
    ]
    for (const change of changes) {
      pass(300_000)
      await change()
      expect(stores.$cartExpiresAt.get()).toBe(shop.clock.now() + 600_000)
    }
    expect(stores.$cart.get()).toMatchObject([{ ticketTypeId: standing, quantity: 3 }])
  })

  it('is flagged once the time has passed, at the check every 60 s', async () => {
    await stores.addToCart([item()])
    const stop = stores.$isExpired.listen(() => undefined)
    pass(540_000)
    expect(stores.$isExpired.get()).toBe(false)
    pass(60_000)
    expect(stores.$isExpired.get()).toBe(true)
    expect(stores.$cart.get()).toHaveLength(1)
    stop()
  })

  it('is flagged on load', async () => {
    await stores.addToCart([item()])
    pass(600_000)
    const reloaded = await loadStores()
    expect(reloaded.$isExpired.get()).toBe(true)
  })

  it('clearing resets the flag, and trying again holds the same tickets', async () => {
    await stores.addToCart([item()])
    const stop = stores.$isExpired.listen(() => undefined)
    pass(600_000)
    await stores.retryExpiredHold()
    expect(stores.$isExpired.get()).toBe(false)
    expect((await shop.counters(standing)).held).toBe(2)
    pass(600_000)
    await stores.clearCart()
    expect(stores.$isExpired.get()).toBe(false)
    stop()
  })

  it('expired items don’t return when something else is added', async () => {
    const seated = await insertTicketType(shop.context.db, { ...shop, name: 'Seated' })
    await stores.addToCart([item()])
    pass(600_000)
    await stores.addToCart([item({ ticketTypeId: seated, name: 'Seated' })])
    expect(stores.$cart.get().map(({ name }) => name)).toEqual(['Seated'])
  })
})

describe('the hold', () => {
  it('sends each change and shows the grant with its reason', async () => {
    await shop.holdElsewhere(standing, 5)
    await stores.addToCart([item({ quantity: 5 })])
    expect(stores.$cart.get()).toMatchObject([{ quantity: 3, totalPrice: 72 }])
    expect(shop.toasts.at(-1)?.message).toBe('Only 3 of Standing could be held: the rest is sold out.')
    expect((await shop.counters(standing)).held).toBe(8)
  })

  it('removes what is gone and says so', async () => {
    await stores.addToCart([item({ ticketTypeId: crypto.randomUUID(), name: 'Ghost' })])
    expect(stores.$cart.get()).toEqual([])
    expect(localStorage.getItem('cart')).toBeNull()
    expect(shop.toasts.at(-1)?.message).toBe('Ghost is no longer available.')
  })

  it('takes the server’s limit and price over', async () => {
    await stores.addToCart([item({ price: 20, maxPerOrder: 10, quantity: 8 })])
    expect(stores.$cart.get()).toMatchObject([{ quantity: 6, price: 24, maxPerOrder: 6, totalPrice: 144 }])
    expect(shop.toasts.at(-1)?.message).toBe('Standing is limited to 6 per order.')
  })

  it('reports the end of a sale', async () => {
    const late = await insertTicketType(shop.context.db, {
      ...shop,
      name: 'Late',
      saleEndsAt: new Date(shop.clock.now() - 1),
    })
    await stores.addToCart([item({ ticketTypeId: late, name: 'Late' })])
    expect(shop.toasts.at(-1)?.message).toBe('Late is not on sale at the moment.')
  })

  it('combines changes during a request: the last one wins', async () => {
    const answers = shop.holdAnswers()
    const first = stores.addToCart([item({ quantity: 1 })])
    void stores.changeQuantity(standing, 2)
    void stores.changeQuantity(standing, 3)
    const last = stores.changeQuantity(standing, 4)
    answers.release()
    await Promise.all([first, last])
    expect(shop.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(2)
    expect(stores.$cart.get()).toMatchObject([{ quantity: 4 }])
    expect((await shop.counters(standing)).held).toBe(4)
  })

  it('keeps the cart offline, and sends it after reconnecting', async () => {
    const stop = stores.$holdStatus.listen(() => undefined)
    shop.setNetwork('down')
    expect(await stores.addToCart([item()])).toBe('offline')
    expect(stores.$cart.get()).toHaveLength(1)
    shop.setNetwork('up')
    window.dispatchEvent(new Event('online'))
    await stores.sendCart()
    expect(stores.$holdStatus.get()).toBe('idle')
    expect((await shop.counters(standing)).held).toBe(2)
    stop()
  })

  it('releases everything when emptied', async () => {
    await stores.addToCart([item()])
    await stores.removeFromCart(standing)
    expect((await shop.counters(standing)).held).toBe(0)
    await stores.undoRemoveFromCart()
    expect((await shop.counters(standing)).held).toBe(2)
    expect(stores.$cart.get()).toMatchObject([{ quantity: 2 }])
  })
})

describe('undoing an addition', () => {
  it('restores the quantities before it, and releases the rest', async () => {
    const seated = await insertTicketType(shop.context.db, { ...shop, name: 'Seated' })
    await stores.addToCart([item()])
    await stores.addToCart([item({ quantity: 3 }), item({ ticketTypeId: seated, name: 'Seated' })])
    await stores.undoAddToCart()
    expect(stores.$cart.get()).toMatchObject([{ ticketTypeId: standing, quantity: 2 }])
    expect([(await shop.counters(standing)).held, (await shop.counters(seated)).held]).toEqual([2, 0])
  })

  it('happens once', async () => {
    await stores.addToCart([item()])
    await Promise.all([
      stores.undoAddToCart(),
      stores.addToCart([item({ quantity: 1 })]),
      stores.undoAddToCart(),
    ])
    expect(stores.$cart.get()).toEqual([])
    await stores.addToCart([item()])
    await stores.undoAddToCart()
    await stores.undoAddToCart()
    expect([stores.$cart.get(), localStorage.getItem('cart')]).toEqual([[], null])
  })

  it('takes back less if less was granted', async () => {
    await stores.addToCart([item({ quantity: 5 })])
    await stores.addToCart([item({ quantity: 3 })])
    expect(stores.$cart.get()).toMatchObject([{ quantity: 6 }])
    await stores.undoAddToCart()
    expect(stores.$cart.get()).toMatchObject([{ quantity: 5 }])
  })

  it('is possible without a network, and sent later', async () => {
    await stores.addToCart([item()])
    shop.setNetwork('down')
    await stores.addToCart([item({ quantity: 3 })])
    await stores.undoAddToCart()
    expect([stores.$cart.get()[0]?.quantity, stores.$holdStatus.get()]).toEqual([2, 'offline'])
    shop.setNetwork('up')
    await stores.sendCart()
    expect((await shop.counters(standing)).held).toBe(2)
  })
})

describe('notices', () => {
  it('are shown by a presenter instead of a toast, until it stops', async () => {
    await shop.holdElsewhere(standing, 5)
    const stop = stores.preventHoldToasts()
    await stores.addToCart([item({ quantity: 5 })])
    expect(stores.$holdNotice.get()?.message).toBe('Only 3 of Standing could be held: the rest is sold out.')
    expect(shop.toasts).toEqual([])
    stop()
    await stores.changeQuantity(standing, 5)
    expect(shop.toasts).toHaveLength(1)
  })

  it('don’t outlive the next response', async () => {
    await shop.holdElsewhere(standing, 5)
    await stores.addToCart([item({ quantity: 5 })])
    await stores.changeQuantity(standing, 1)
    expect([stores.$holdNotice.get(), stores.$shortfallMessage.get()]).toEqual([undefined, ''])
  })
})

describe('another promoter or currency', () => {
  it('asks first, and changes nothing before an answer', async () => {
    await stores.addToCart([item()])
    expect(await stores.addToCart([item({ promoterId: 'other' })])).toBe('incompatible')
    expect(stores.$cart.get()).toMatchObject([{ quantity: 2 }])
    stores.dismissIncompatibleItems()
    expect(stores.$incompatibleItems.get()).toBeUndefined()
  })

  it('starts a new cart when accepted', async () => {
    await stores.addToCart([item({ currency: 'USD' })])
    await stores.addToCart([item({ quantity: 1 })])
    await stores.startNewCart()
    expect(stores.$cart.get()).toMatchObject([{ quantity: 1, currency: 'EUR' }])
  })
})

it('a closed cart releases nothing, and the next cart has a new id', async () => {
  await stores.addToCart([item()])
  const before = stores.readOrCreateCartId()
  stores.emptyCartAfterPurchase()
  expect((await shop.counters(standing)).held).toBe(2)
  expect(stores.readOrCreateCartId()).not.toBe(before)
})
