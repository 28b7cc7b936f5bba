import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertEvent, insertTerms, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const DAY_MS = 86_400_000

/** An event that was published in francs before the platform had terms, with a ticket in the cart. */
async function fill(priceCents: number): Promise<string> {
  const { context, promoterId, clock } = shop
  const startsAt = new Date(clock.now() + 10 * DAY_MS)
  const eventId = await insertEvent(context.db, { promoterId, startsAt, currency: 'CHF' })
  const ticketTypeId = await insertTicketType(context.db, { promoterId, eventId, priceCents })
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 1 })
  return cart
}

it('refuses an order in a currency without terms, and keeps the cart', async () => {
  const cart = await fill(2500)
  expect((await shop.checkout(cart, 25)).error.code).toBe('CURRENCY_NOT_SOLD')
  const { context, promoterId } = shop
  await insertTerms(context.db, { promoterId, currency: 'CHF' })
  expect((await shop.checkout(cart, 25)).data.order).toMatchObject({ currency: 'CHF', status: 'pending' })
})

it('refuses it until the terms take effect', async () => {
  const cart = await fill(2500)
  const { context, clock } = shop
  await insertTerms(context.db, { currency: 'CHF', effectiveFrom: new Date(clock.now() + 60_000) })
  expect((await shop.checkout(cart, 25)).error.code).toBe('CURRENCY_NOT_SOLD')
  clock.advance(60_000)
  expect((await shop.checkout(cart, 25)).success).toBe(true)
})

it('takes free orders, of which the platform has no share', async () => {
  const cart = await fill(0)
  expect((await shop.checkout(cart, 0)).data.order.status).toBe('paid')
})
