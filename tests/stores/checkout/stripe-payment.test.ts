import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { legalTextsKey } from '#model/sites/buyer-legal-texts.ts'
import { insertLegalText, insertTicketType } from '#tests/support/factories.ts'
import { CARDS } from '#tests/support/shop.ts'
import { loadStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'
import { createFakeStripe, payWith, type FakeStripe } from './fake-stripe.ts'

let shop: BrowserShop
let stores: Awaited<ReturnType<typeof loadStores>>
let standing = ''
let stripe: FakeStripe
let left: string[] = []

beforeEach(async () => {
  shop = await openBrowserShop()
  const { promoterId, eventId } = shop
  await insertLegalText(shop.context.db, { promoterId, kind: 'terms' })
  standing = await insertTicketType(shop.context.db, { promoterId, eventId, priceCents: 2400, capacity: 2 })
  localStorage.clear()
  sessionStorage.clear()
  left = []
  vi.spyOn(window.location, 'assign').mockImplementation((address) => {
    const { pathname, search } = new URL(address)
    left.push(pathname + search)
  })
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
  stores = await loadStores()
  for (const store of [stores.$checkoutDraft, stores.$checkoutEvents, stores.$quote])
    store.listen(() => undefined)
  stripe = createFakeStripe(shop, 4800)
  await fillCart()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await shop.close()
})

async function fillCart(): Promise<void> {
  await stores.addToCart([
    {
      ticketTypeId: standing,
      eventId: shop.eventId,
      price: 24,
      quantity: 2,
      maxPerOrder: 10,
      name: 'Standing',
      eventTitle: 'Night Shift',
      eventSlug: 'night-shift',
      eventStartsAt: '2026-12-01T20:00:00.000Z',
      timeZone: 'Europe/Berlin',
      promoterId: shop.promoterId,
      currency: 'EUR',
    },
  ])
  await stores.loadEvents()
  await stores.loadLegalTexts()
  await stores.loadMissingFees()
  stores.writeDraftField('customer.firstName', 'Ada')
  stores.writeDraftField('customer.lastName', 'Lovelace')
  stores.writeDraftField('customer.email', 'ada@example.com')
  stores.writeDraftField('terms', legalTextsKey(stores.$checkoutLegal.get().texts))
}

const pay = (acceptedTotal?: number): Promise<boolean> =>
  stores.submitCheckout(stores.payByStripe(stripe), acceptedTotal)

const count = async (table: 'orders' | 'payments'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}`.execute(shop.context.db)
  return rows[0]?.count ?? -1
}

const ORDER_PAGE = /^\/orders\/[\w-]{36}$/
const WAITING_PAGE = /^\/orders\/[\w-]{36}\?payment=sent$/

describe('paying with Stripe’s fields', () => {
  it('validates fields, places the order, charges by Stripe.js, and fetches the result', async () => {
    await expect(pay()).resolves.toBe(true)
    expect(stripe.asked).toEqual(['submit', 'confirm, back at /orders/'])
    expect(shop.requests.filter((request) => request.startsWith('POST /api/p'))).toEqual([
      'POST /api/public/checkout',
      'POST /api/payments/create-intent',
      'POST /api/payments/confirm',
    ])
    expect(left).toEqual([expect.stringMatching(ORDER_PAGE)])
    expect(await shop.counters(standing)).toMatchObject({ held: 0, sold: 2 })
    expect(localStorage.getItem('cart')).toBeNull()
  })

  it('errors of the fields are listed with the others, and nothing is ordered', async () => {
    stores.writeDraftField('terms', '')
    stripe.problemMessage = 'Your card number is incomplete.'
    await expect(pay()).resolves.toBe(false)
    expect(stores.$checkout.get()).toMatchObject({
      stage: 'filling',
      errors: { terms: 'Accept the terms to continue.', payment: 'Your card number is incomplete.' },
    })
    expect(await count('orders')).toBe(0)
  })

  it('a declined card shows our message; another pays the same order with the same payment', async () => {
    stripe.charge = payWith(shop, CARDS.poor)
    await expect(pay()).resolves.toBe(false)
    expect(stores.$checkout.get().declined).toBe('Your card has insufficient funds. Try another card.')
    expect(stores.$cart.get()).toHaveLength(1)
    stripe.charge = payWith(shop, CARDS.good)
    await expect(pay()).resolves.toBe(true)
    expect([await count('orders'), await count('payments')]).toEqual([1, 1])
  })

  it.each([
    [{ type: 'card_error', code: 'expired_card' }, 'This card has expired. Try another card.'],
    [
      { type: 'card_error', code: 'payment_intent_authentication_failure' },
      'Your bank couldn’t verify that it was you. Try again or use another card.',
    ],
    [
      { type: 'card_error', code: 'incorrect_zip', message: 'Your postal code is wrong.' },
      'Your postal code is wrong.',
    ],
    [{ type: 'card_error' }, 'Your card was declined. Try another card.'],
  ] as const)('%o: the reason for the buyer', async (error, words) => {
    stripe.charge = () => Promise.resolve(error)
    await pay()
    expect(stores.$checkout.get().declined).toBe(words)
  })

  it('a late payment is awaited on the order page', async () => {
    stripe.charge = payWith(shop, CARDS.late)
    await expect(pay()).resolves.toBe(true)
    expect(left).toEqual([expect.stringMatching(WAITING_PAGE)])
    expect(stores.$cart.get()).toHaveLength(1)
  })

  it('a wallet stays closed until the form is complete', () => {
    expect(stores.checkBeforePaying()).toBe(true)
    stores.writeDraftField('customer.email', '')
    expect(stores.checkBeforePaying()).toBe(false)
    expect(Object.keys(stores.$checkout.get().errors)).toEqual(['customer.email'])
  })

  it('a new price is shown first; accepted, it is passed to the fields before validation', async () => {
    await sql`update ticket_types set price_cents = 2600 where id = ${standing}`.execute(shop.context.db)
    await expect(pay()).resolves.toBe(false)
    expect(stores.$checkout.get().change).toMatchObject({ shownTotal: 48, quote: { total: 52 } })
    stripe.asked = []
    await expect(pay(52)).resolves.toBe(true)
    expect(stripe.asked.slice(0, 2)).toEqual(['update 5200', 'submit'])
  })
})

describe('with an unknown result', () => {
  const LOST = { type: 'api_connection_error', message: 'Stripe could not be reached.' } as const

  it('after a lost response of Stripe.js, the server knows that it succeeded', async () => {
    const charge = payWith(shop, CARDS.good)
    stripe.charge = async (intentId) => (await charge(intentId)) ?? LOST
    await expect(pay()).resolves.toBe(true)
    expect(left).toEqual([expect.stringMatching(ORDER_PAGE)])
  })

  it('when Stripe.js never reached Stripe, the buyer can retry the same order', async () => {
    stripe.charge = () => Promise.resolve(LOST)
    await expect(pay()).resolves.toBe(false)
    expect(stores.$checkout.get().declined).toBe('Your payment did not go through. Try again.')
    stripe.charge = payWith(shop, CARDS.good)
    await expect(pay()).resolves.toBe(true)
    expect(await count('orders')).toBe(1)
  })

  it('charged with an unreachable server, the order page keeps polling', async () => {
    const charge = payWith(shop, CARDS.good)
    stripe.charge = async (intentId) => {
      shop.setNetwork('down')
      return charge(intentId)
    }
    await expect(pay()).resolves.toBe(true)
    expect(left).toEqual([expect.stringMatching(WAITING_PAGE)])
  })

  it('with nothing reachable, the connection error is shown', async () => {
    stripe.charge = () => {
      shop.setNetwork('down')
      return Promise.resolve(LOST)
    }
    await expect(pay()).resolves.toBe(false)
    expect(stores.$checkout.get().notice?.title).toBe('We can’t reach the server')
  })

  it('paid by another tab, the order page opens without a second charge', async () => {
    const charge = payWith(shop, CARDS.good)
    stripe.charge = async (intentId) => {
      await charge(intentId)
      return { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }
    }
    await expect(pay()).resolves.toBe(true)
    expect(left).toEqual([expect.stringMatching(ORDER_PAGE)])
  })

  it('expired during the challenge with sold tickets, the payment is refunded and explained', async () => {
    const charge = payWith(shop, CARDS.good)
    stripe.charge = async (intentId) => {
      shop.clock.advance(2 * 3_600_000)
      await shop.holdElsewhere(standing, 2)
      return charge(intentId)
    }
    await expect(pay()).resolves.toBe(false)
    expect(stores.$checkout.get().notice).toMatchObject({
      title: 'Your payment arrived after this order expired',
      href: expect.stringMatching(ORDER_PAGE),
    })
    expect(await shop.counters(standing)).toMatchObject({ sold: 0 })
  })
})

describe('an order awaiting payment', () => {
  /** Places an order, whose card is declined. */
  async function placeUnpaid() {
    stripe.charge = payWith(shop, CARDS.declined)
    await pay()
    stripe.asked = []
    const { orderId: id } = JSON.parse(sessionStorage.getItem('checkoutAttempt') ?? '{}')
    return { id, amountDue: 48, currency: 'EUR' }
  }

  it('is paid without its original form', async () => {
    const order = await placeUnpaid()
    stripe.charge = payWith(shop, CARDS.good)
    await expect(stores.payOrder(stores.payByStripe(stripe), order)).resolves.toBe(true)
    expect(stripe.asked).toEqual(['submit', 'confirm, back at /orders/'])
    expect(left).toEqual([`/orders/${order.id}`])
  })

  it('is reported as too late without mentioning a form', async () => {
    const order = await placeUnpaid()
    shop.clock.advance(2 * 3_600_000)
    await expect(stores.payOrder(stores.payByStripe(stripe), order)).resolves.toBe(false)
    expect(stores.$checkout.get().notice).toEqual({
      title: 'This order can no longer be paid.',
      text: 'It wasn’t paid in time. Nothing was charged.',
      action: 'see order',
      href: `/orders/${order.id}`,
    })
  })

  it('that another tab has paid opens, without a second charge', async () => {
    const order = await placeUnpaid()
    await shop.payElsewhere(order.id, CARDS.good)
    await expect(stores.payOrder(stores.payByStripe(stripe), order)).resolves.toBe(true)
    expect(stripe.asked).toEqual(['submit'])
    expect(left).toEqual([`/orders/${order.id}`])
  })

  it('that another tab has cancelled is not reported as charged', async () => {
    const order = await placeUnpaid()
    stripe.charge = async () => {
      await shop.askElsewhere({
        method: 'POST',
        path: '/api/payments/cancel',
        body: { orderId: order.id },
      })
      return { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }
    }
    await expect(stores.payOrder(stores.payByStripe(stripe), order)).resolves.toBe(false)
    expect(stores.$checkout.get().notice).toMatchObject({
      title: 'This order can no longer be paid.',
      text: 'It was cancelled before it was paid. Nothing was charged.',
    })
  })
})
