import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { createStripe } from '#server/money/providers/stripe.ts'
import { PaymentRefused, type PaymentProvider } from '#server/money/providers/provider.ts'
import type { Answer } from '#tests/support/ask.ts'
import { insertEvent, insertFees, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { intentWish } from '#tests/support/providers.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'
import { STRIPE_KEYS } from '#tests/support/stripe-server/keys.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server/server.ts'

/** Totals that Stripe doesn't charge. */
describe('an amount that can’t be charged', () => {
  let shop: Shop
  let stripe: StripeServer
  let payments: PaymentProvider

  beforeAll(async () => {
    shop = await openShop()
    stripe = await openStripeServer({ db: shop.context.db, clock: shop.clock })
    payments = createStripe({
      ...STRIPE_KEYS,
      webhookSecrets: [STRIPE_KEYS.webhookSecret],
      apiUrl: stripe.url,
      clock: shop.clock,
    })
    await insertFees(shop.context.db, { currency: 'KWD' })
  })
  afterAll(async () => {
    expect(await findContradictions(shop.context.db)).toEqual([])
    await stripe.close()
    await shop.close()
  })

  async function fill(currency: string, priceCents: number): Promise<{ cart: string; typeId: string }> {
    const { promoterId, context } = shop
    const startsAt = new Date('2026-12-01T20:00:00Z')
    const eventId = await insertEvent(context.db, { promoterId, startsAt, currency })
    const typeId = await insertTicketType(context.db, { promoterId, eventId, priceCents })
    const cart = newCartId()
    await shop.hold(cart, { [typeId]: 1 })
    return { cart, typeId }
  }

  it.each([
    ['KWD', 12_345],
    ['MGA', 150],
    ['EUR', 49],
    ['EUR', 100_000_000],
  ])('%s %i is refused by Stripe, and by Foyer beforehand', async (currency, amountCents) => {
    await expect(payments.createIntent(intentWish(amountCents, currency))).rejects.toThrow(PaymentRefused)
    expect(payments.canCharge(amountCents, currency)).toBe(false)
  })

  it.each([
    ['KWD', 12_340],
    ['MGA', 200],
    ['EUR', 50],
    ['EUR', 99_999_999],
    ['IDR', 25_000_000_000],
    ['JPY', 50],
    ['XCD', 1],
  ])('%s %i can be charged', (currency, amountCents) => {
    expect(payments.canCharge(amountCents, currency)).toBe(true)
  })

  it('creates no order, and its tickets stay in the cart', async () => {
    const { cart, typeId } = await fill('KWD', 12_345)
    Object.assign(shop.context, { payments })
    const placed = await shop.checkout(cart, 12.345)
    expect([placed.status, placed.error.code]).toEqual([409, 'AMOUNT_NOT_CHARGEABLE'])
    const { rows } = await sql`select from orders where cart_id = ${cart}`.execute(shop.context.db)
    expect(rows).toEqual([])
    expect((await shop.counters(typeId)).held).toBe(1)
  })

  it('that only Stripe refuses is an expected failure', async () => {
    Object.assign(shop.context, { payments: { ...payments, canCharge: () => true } })
    const { cart } = await fill('EUR', 49)
    const { id: orderId } = (await shop.checkout(cart, 0.49)).data.order
    const asked: Answer<Order> = await shop.ask('POST', '/api/payments/create-intent', { body: { orderId } })
    expect([asked.status, asked.error.code]).toEqual([409, 'AMOUNT_NOT_CHARGEABLE'])
    expect((await shop.pay(orderId, CARDS.good)).error.code).toBe('AMOUNT_NOT_CHARGEABLE')
  })
})
