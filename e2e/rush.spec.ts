import { sql } from 'kysely'
import { insertEvent, insertFees, insertTicketType } from '#tests/support/factories.ts'
import { buy, type Outcome } from '#tests/support/buyer.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { expect, test } from './support/test.ts'

const PRICE = 25

async function openSale(foyer: RunningFoyer, capacity: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from promoters where slug = 'aurora'`.execute(foyer.db)
  const promoterId = rows[0]?.id ?? ''
  const eventId = await insertEvent(foyer.db, { promoterId, startsAt: new Date(Date.now() + 86_400_000) })
  await insertFees(foyer.db, { promoterId, eventId })
  return insertTicketType(foyer.db, { promoterId, eventId, capacity, priceCents: PRICE * 100 })
}

const countersOf = async (foyer: RunningFoyer, ticketTypeId: string) => {
  const { rows } = await sql<{ held: number; sold: number }>`
    select held, sold from inventory where ticket_type_id = ${ticketTypeId}`.execute(foyer.db)
  return rows[0]
}

const kinds = (outcomes: Outcome[], kind: Outcome['kind']): number =>
  outcomes.filter((each) => each.kind === kind).length

test('200 concurrent buyers get exactly 50 tickets, and the rest are told', async ({ foyer }) => {
  const ticketTypeId = await openSale(foyer, 50)
  const wish = { ticketTypeId, quantity: 1, priceOf: (quantity: number) => quantity * PRICE }
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => buy(foyer.url(''), wish)))
  expect(outcomes.filter((each) => each.kind === 'error')).toEqual([])
  expect([kinds(outcomes, 'bought'), kinds(outcomes, 'sold out')]).toEqual([50, 150])
  expect(await countersOf(foyer, ticketTypeId)).toEqual({ held: 0, sold: 50 })
  expect(await findContradictions(foyer.db)).toEqual([])
})

test('abandoned carts release all tickets when they expire @full', async ({ foyer, request }) => {
  const ticketTypeId = await openSale(foyer, 50)
  const wish = { ticketTypeId, quantity: 2, priceOf: (quantity: number) => quantity * PRICE }
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      buy(foyer.url(''), { ...wish, leaveBeforePaying: index % 3 > 0 }),
    ),
  )
  expect(outcomes.filter((each) => each.kind === 'error')).toEqual([])
  const sold = kinds(outcomes, 'bought') * 2
  expect(kinds(outcomes, 'left')).toBeGreaterThan(0)
  await foyer.advance(10 * 60_000)
  const { rows } = await sql<{
    event_id: string
  }>`select event_id from ticket_types where id = ${ticketTypeId}`.execute(foyer.db)
  const offers = await (
    await request.get(foyer.url('', `/api/public/events/${rows[0]?.event_id}/tickets`))
  ).json()
  expect(offers.data[0]).toMatchObject({ availableQuantity: 50 - sold, soldCount: sold })
  await expect.poll(() => countersOf(foyer, ticketTypeId)).toEqual({ held: 0, sold })
  expect(await findContradictions(foyer.db)).toEqual([])
})

test.setTimeout(90_000)

test('after a kill during the rush, counters match rows and every paid order has its tickets @full', async ({
  foyer,
}) => {
  const ticketTypeId = await openSale(foyer, 400)
  const wish = { ticketTypeId, quantity: 1, priceOf: (quantity: number) => quantity * PRICE }
  const rush = Promise.all(Array.from({ length: 300 }, () => buy(foyer.url(''), wish)))
  await expect
    .poll(async () => (await countersOf(foyer, ticketTypeId))?.sold, { intervals: [5], timeout: 30_000 })
    .toBeGreaterThan(20)
  await foyer.kill()
  const outcomes = await rush
  expect(kinds(outcomes, 'error')).toBeGreaterThan(0)
  expect(await findContradictions(foyer.db), 'before the restart, with nobody to tidy up').toEqual([])
  await foyer.restart()
  for (const outcome of outcomes) {
    if (outcome.kind !== 'bought') continue
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int from tickets where order_id = ${outcome.orderId}`.execute(foyer.db)
    expect(rows).toEqual([{ count: 1 }])
  }
  // Payments that were charged before the crash are settled by a job.
  await foyer.advance(31_000)
  const unsettled = () =>
    sql<{ count: number }>`
      select count(*)::int from sandbox.intents i join orders o on o.id = (i.metadata ->> 'orderId')::uuid
      where i.status = 'succeeded' and o.paid_at is null`.execute(foyer.db)
  await expect.poll(async () => (await unsettled()).rows).toEqual([{ count: 0 }])
  await foyer.advance(10 * 60_000)
  await expect.poll(async () => (await countersOf(foyer, ticketTypeId))?.held).toBe(0)
  const again = await buy(foyer.url(''), wish)
  expect(again.kind).toBe('bought')
  expect(await findContradictions(foyer.db)).toEqual([])
})
