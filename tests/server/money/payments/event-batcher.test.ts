import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { countAlone } from '#tests/support/batches.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const newEvent = (payload: unknown = {}) => ({
  provider: 'sandbox',
  id: `evt_${randomUUID()}`,
  payload: JSON.stringify(payload),
  intentId: undefined,
  isPaymentSuccess: false,
  isRelevant: true,
})

const countStored = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int from payment_events`.execute(
    shop.context.db,
  )
  return rows[0]?.count ?? 0
}

it('an event that the database refuses fails alone', async () => {
  const refused = { words: '\u0000' }
  const events = [{}, {}, refused, {}].map(newEvent)
  const stored = await Promise.allSettled(events.map((event) => shop.context.events.store(event)))
  expect(stored.map((each) => each.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await countStored()).toBe(3)
  expect(await countAlone(shop.context.metrics, 'events')).toBe(3)
})

it('concurrent duplicates of an event are stored once, and all are acknowledged', async () => {
  const event = newEvent()
  const news = await Promise.all(Array.from({ length: 5 }, () => shop.context.events.store(event)))
  expect(news).toEqual([true, true, true, true, true])
  expect(await countStored()).toBe(1)
})

it('events about unknown objects are processed once stored', async () => {
  const stranger = { ...newEvent(), intentId: 'pi_of_somebody_else' }
  const other = { ...newEvent(), isRelevant: false }
  expect(await Promise.all([stranger, other].map((event) => shop.context.events.store(event)))).toEqual([
    false,
    false,
  ])
})
