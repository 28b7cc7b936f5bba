import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PromoterBalances } from '#contracts/operator/settlements.ts'
import { sendSettlements } from '#server/jobs/settlements/send-settlements.ts'
import { settlePromoters } from '#server/jobs/settlements/settle-promoters.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { hear, sell } from '#tests/support/sellers.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

let fixture: SettlementShop
beforeEach(async () => {
  fixture = await openSettlementShop()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const DAY_MS = 86_400_000
const next = async () => (await fixture.balance())?.next

/** Advances the clock to the expected payout and returns the amounts that were paid out by then. */
async function payAt(time: string): Promise<number[]> {
  const { clock, context } = fixture.shop
  const leftMs = Math.max(0, Date.parse(time) - clock.now())
  clock.advance(leftMs % DAY_MS)
  await fixture.days(Math.floor(leftMs / DAY_MS))
  await settlePromoters(context)
  await sendSettlements(context)
  await hear(fixture.shop)
  await hear(fixture.shop)
  return (await fixture.settlements()).map(({ amount }) => amount)
}

it('is when the event’s sales become due, with the amount that is then paid', async () => {
  await fixture.sellTickets(4)
  expect(await next()).toBeNull()
  await fixture.openAccount()
  const expected = await next()
  expect(expected?.amount).toBe(100)
  expect(Date.parse(expected?.at ?? '')).toBeGreaterThan(fixture.shop.clock.now() + 3 * DAY_MS)
  await settlePromoters(fixture.shop.context)
  expect(await fixture.settlements()).toEqual([])
  expect(await payAt(expected?.at ?? '')).toEqual([100])
  expect(await next()).toBeNull()
})

it('waits for the weekday, and counts refunds', async () => {
  const { clock, context, promoterId } = fixture.shop
  const order = await fixture.sellTickets(1)
  await fixture.sellTickets(2)
  await fixture.openAccount()
  await fixture.endEvent()
  const yesterday = new Date(clock.now() - DAY_MS).getUTCDay()
  await fixture.put({ schedule: 'weekly', weekday: yesterday || 7 })
  expect(await payAt((await next())?.at ?? '')).toEqual([75])
  const startsAt = new Date(clock.now() + 3_600_000)
  const eventId = await insertEvent(context.db, { promoterId, startsAt })
  const ticketTypeId = await insertTicketType(context.db, { promoterId, eventId })
  await sell(fixture.shop, { linkId: null, wishes: { [ticketTypeId]: 3 }, total: 75 })
  await fixture.refund(order)
  const expected = await next()
  expect(expected?.amount).toBe(50)
  expect(new Date(expected?.at ?? '').getUTCDay()).toBe(yesterday)
  await fixture.days(5)
  await settlePromoters(context)
  expect(await fixture.settlements()).toHaveLength(1)
  expect(await payAt(expected?.at ?? '')).toEqual([50, 75])
})

it('doesn’t exist on request, with a hold, or without anything to pay', async () => {
  await fixture.openAccount()
  await fixture.sellTickets(1)
  expect(await next()).toMatchObject({ amount: 25 })
  await fixture.put({ schedule: 'on_request' })
  expect(await next()).toBeNull()
  await fixture.put({ schedule: 'after_event' })
  await fixture.putRules({ isHeld: true, holdReason: 'Checking' })
  expect(await next()).toBeNull()
})

it('leaves out what is held as a reserve, and operators see it', async () => {
  await fixture.openAccount()
  await fixture.sellTickets(4)
  await fixture.putRules({ reserve: 10, reserveDays: 90 })
  expect((await next())?.amount).toBe(90)
  const { data } = await fixture.operate<{ promoters: PromoterBalances[] }>('GET', '/api/operator/balances')
  expect(data.promoters[0]?.balances[0]?.next).toEqual(await next())
})
