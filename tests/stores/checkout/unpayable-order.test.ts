import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { CARDS } from '#tests/support/shop.ts'
import { loadStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

let shop: BrowserShop
let stores: Awaited<ReturnType<typeof loadStores>>
let standing = ''
let left: string[] = []

beforeEach(async () => {
  shop = await openBrowserShop()
  const { promoterId, eventId } = shop
  standing = await insertTicketType(shop.context.db, { promoterId, eventId, priceCents: 2400, capacity: 2 })
  localStorage.clear()
  sessionStorage.clear()
  left = []
  vi.spyOn(window.location, 'assign').mockImplementation(
    (address) => void left.push(new URL(address).pathname),
  )
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
  stores = await loadStores()
  for (const store of [stores.$checkoutDraft, stores.$checkoutEvents, stores.$quote])
    store.listen(() => undefined)
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await shop.close()
})

async function fillCart(): Promise<void> {
  const { promoterId, eventId } = shop
  await stores.addToCart([
    {
      ticketTypeId: standing,
      eventId,
      price: 24,
      quantity: 2,
      maxPerOrder: 10,
      name: 'Standing',
      eventTitle: 'Night Shift',
      eventSlug: 'night-shift',
      eventStartsAt: '2026-12-01T20:00:00.000Z',
      timeZone: 'Europe/Berlin',
      promoterId,
      currency: 'EUR',
    },
  ])
  await stores.loadEvents()
  await stores.loadLegalTexts()
  await stores.loadMissingFees()
  stores.writeDraftField('customer.firstName', 'Ada')
  stores.writeDraftField('customer.lastName', 'Lovelace')
  stores.writeDraftField('customer.email', 'ada@example.com')
}

const card = (number: string) =>
  stores.payByCard(() => ({ card: { number, expiry: '12/30', cvc: '123' }, errors: {} }))

describe('an order that can no longer be paid', () => {
  const NOT_PAYABLE = JSON.stringify({
    success: false,
    error: { code: 'ORDER_NOT_PAYABLE', message: 'This order can no longer be paid.' },
  })

  const success = (data: unknown): string => JSON.stringify({ success: true, data })

  async function read(id: string): Promise<Order> {
    const path = `/api/public/orders/${id}`
    return (await shop.askElsewhere<{ order: Order }>({ method: 'GET', path })).order
  }

  /** Places an order, whose card is declined. */
  async function placeUnpaid() {
    await fillCart()
    await stores.submitCheckout(card(CARDS.declined))
    const { orderId: id } = JSON.parse(sessionStorage.getItem('checkoutAttempt') ?? '{}')
    return { id, amountDue: 48, currency: 'EUR' }
  }

  it('because another tab has paid it opens, without a second charge', async () => {
    const order = await placeUnpaid()
    await shop.payElsewhere(order.id, CARDS.good)
    await expect(stores.payOrder(card(CARDS.good), order)).resolves.toBe(true)
    expect(left).toEqual([`/orders/${order.id}`])
    expect(await shop.counters(standing)).toMatchObject({ held: 0, sold: 2 })
  })

  it.each(['create-intent', 'confirm'])(
    'because another tab pays it just before %s opens, and the cart is closed',
    async (call) => {
      const order = await placeUnpaid()
      const placed = await read(order.id)
      const intent = await shop.askElsewhere({
        method: 'POST',
        path: '/api/payments/create-intent',
        body: { orderId: order.id },
      })
      await shop.payElsewhere(order.id, CARDS.good)
      // This tab's requests were answered before the payment.
      shop.answerOnce('/api/public/checkout', 201, success({ order: placed }))
      shop.answerOnce('/api/payments/create-intent', 200, success(intent))
      shop.answerOnce(`/api/payments/${call}`, 409, NOT_PAYABLE)
      await expect(stores.submitCheckout(card(CARDS.good))).resolves.toBe(true)
      expect(left).toEqual([`/orders/${order.id}`])
      expect(localStorage.getItem('cart')).toBeNull()
    },
  )

  it('because it has expired is placed again by a retry', async () => {
    const order = await placeUnpaid()
    shop.answerOnce('/api/payments/create-intent', 409, NOT_PAYABLE)
    const expired = { ...(await read(order.id)), status: 'expired' }
    shop.answerOnce(`/api/public/orders/${order.id}/confirm`, 200, success({ order: expired }))
    await stores.submitCheckout(card(CARDS.good))
    expect(stores.$checkout.get().notice).toEqual({
      title: 'This order can no longer be paid.',
      text: 'Nothing was charged. We saved what you entered. Try again to place a new one.',
    })
    expect(sessionStorage.getItem('checkoutAttempt')).toBeNull()
  })

  it('because it has expired is reported without a form', async () => {
    const order = await placeUnpaid()
    shop.clock.advance(2 * 3_600_000)
    await expect(stores.payOrder(card(CARDS.good), order)).resolves.toBe(false)
    expect(stores.$checkout.get().notice).toEqual({
      title: 'This order can no longer be paid.',
      text: 'It wasn’t paid in time. Nothing was charged.',
      action: 'see order',
      href: `/orders/${order.id}`,
    })
  })

  it('opens instead of being placed again, if it expired while its payment is processing', async () => {
    const order = await placeUnpaid()
    await shop.payElsewhere(order.id, CARDS.late)
    shop.clock.advance(2 * 3_600_000)
    await expect(stores.submitCheckout(card(CARDS.good))).resolves.toBe(true)
    expect(left).toEqual([`/orders/${order.id}`])
    expect(stores.$isExpired.get()).toBe(false)
  })

  it('while its payment is still processing opens', async () => {
    const order = await placeUnpaid()
    await shop.payElsewhere(order.id, CARDS.late)
    shop.clock.advance(2 * 3_600_000)
    await expect(stores.payOrder(card(CARDS.good), order)).resolves.toBe(true)
    expect(left).toEqual([`/orders/${order.id}`])
  })

  it('because its payment was refunded opens', async () => {
    const order = await placeUnpaid()
    await shop.payElsewhere(order.id, CARDS.good)
    await sql`update orders set status = 'refunded' where id = ${order.id}`.execute(shop.context.db)
    await expect(stores.payOrder(card(CARDS.good), order)).resolves.toBe(true)
    expect(left).toEqual([`/orders/${order.id}`])
  })

  it('of an unreachable provider is not reported as uncharged', async () => {
    const order = await placeUnpaid()
    shop.answerOnce('/api/payments/create-intent', 409, NOT_PAYABLE)
    shop.answerOnce(
      `/api/public/orders/${order.id}/confirm`,
      502,
      JSON.stringify({
        success: false,
        error: {
          code: 'PAYMENT_PROVIDER_FAILED',
          message: 'The payment provider didn’t respond. Try again: you won’t be charged twice.',
        },
      }),
    )
    await expect(stores.payOrder(card(CARDS.good), order)).resolves.toBe(false)
    expect(stores.$checkout.get().notice).toEqual({
      title: 'The payment provider didn’t respond. Try again: you won’t be charged twice.',
      text: 'Try again. You won’t be charged twice.',
    })
  })
})
