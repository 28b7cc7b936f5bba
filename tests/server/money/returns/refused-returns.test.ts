import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { adjustmentEntries } from '#model/money/settlements.ts'
import { succeed } from '#model/platform/result.ts'
import { insertAdjustment } from '#server/money/adjustments/adjustment-rows.ts'
import { ProviderUnavailable } from '#server/money/providers/provider.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import { findRefund } from '#server/money/refunds/refund-rows.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import { openDevice } from '#tests/support/door.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { addReadLock, lockReads, whenWaiting } from '#tests/support/locks.ts'
import { openReturnFixture, type ReturnFixture } from '#tests/support/returns.ts'
import { newCartId } from '#tests/support/shop.ts'

let fixture: ReturnFixture

beforeEach(async () => {
  fixture = await openReturnFixture()
  await fixture.setRules({ days: 0 })
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

async function buyTwo(): Promise<{ id: string; first: string; second: string; intentId: string }> {
  const { order, intentId } = await fixture.buy()
  const [first = '', second = ''] = order.tickets.map(({ id }) => id)
  return { id: order.id, first, second, intentId }
}

const db = () => fixture.shop.context.db

/** Reasons of the preview and of the return itself. */
async function refusalsOf(id: string, tickets: readonly string[]): Promise<unknown[]> {
  const answers = [
    await fixture.preview(id, tickets),
    await fixture.giveTickets(id, tickets, { expectedAmount: 26.75 }),
  ]
  return answers.map(({ error }) => (error?.code === 'RETURN_REFUSED' ? error.details : error?.code))
}

const twice = (reason: string) => [{ reason }, { reason }]

describe('a return is refused', () => {
  it('for a ticket that was admitted', async () => {
    const { id, first, second } = await buyTwo()
    const device = openDevice(fixture.shop, fixture.owner.bearer ?? '')
    device.scan(first)
    expect((await device.sync()).status).toBe(200)
    expect(await refusalsOf(id, [first])).toMatchObject(twice('admitted'))
    expect(await refusalsOf(id, [second, first])).toMatchObject(twice('admitted'))
    expect((await fixture.giveTickets(id, [second])).status).toBe(201)
  })

  it('for a ticket that was refunded, and for one of another order', async () => {
    const { id, first } = await buyTwo()
    const other = await buyTwo()
    await fixture.refund(id, { tickets: [first] })
    expect(await refusalsOf(id, [first])).toMatchObject(twice('void'))
    expect(await refusalsOf(id, [other.first])).toMatchObject(twice('not_offered'))
  })

  it('for an order that isn’t paid', async () => {
    const cart = newCartId()
    await fixture.shop.hold(cart, { [fixture.ticketTypeId]: 2 })
    const { order } = (await fixture.shop.checkout(cart, 54.5)).data
    expect(await fixture.preview(order.id)).toMatchObject({ status: 409, error: { code: 'ORDER_NOT_PAID' } })
  })

  it('for an order that was paid to the organiser', async () => {
    const made = await fixture.owner.ask<{ detail: OrderDetail }>('POST', '/api/promoter/orders', {
      key: randomUUID(),
      body: {
        items: [{ ticketTypeId: fixture.ticketTypeId, quantity: 1 }],
        customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
        takenOutside: 'cash',
      },
    })
    const { order } = made.data.detail
    expect(await refusalsOf(order.id, [order.tickets[0]?.id ?? ''])).toMatchObject(twice('paid_outside'))
  })

  it('for a cancelled event, which has refunds of its own', async () => {
    const { id, first } = await buyTwo()
    await sql`update events set status = 'cancelled', cancelled_at = now() where id = ${fixture.shop.eventId}`.execute(
      db(),
    )
    expect(await refusalsOf(id, [first])).toMatchObject(twice('event_cancelled'))
  })

  it('while the buyer’s bank disputes the payment', async () => {
    const { id, first } = await buyTwo()
    await sql`
      insert into disputes (provider, dispute_id, promoter_id, order_id, status, reason, amount_cents, created_at, updated_at)
      values ('sandbox', 'dp_1', ${fixture.shop.promoterId}, ${id}, 'won', 'fraudulent', 5450, now(), now())`.execute(
      db(),
    )
    await sql`update disputes set status = 'open' where order_id = ${id}`.execute(db())
    expect(await refusalsOf(id, [first])).toMatchObject(twice('disputed'))
    await sql`update disputes set status = 'won' where order_id = ${id}`.execute(db())
    expect((await fixture.preview(id, [first])).status).toBe(200)
  })

  it('on another promoter’s site, and to those whose link has expired', async () => {
    const { id, first } = await buyTwo()
    await insertPromoter(db(), 'Brickworks')
    const body = { tickets: [first] }
    const foreign = await fixture.shop.ask('POST', `/api/public/orders/${id}/returns/preview`, {
      body,
      host: 'brickworks.localhost',
    })
    expect(foreign).toMatchObject({ status: 404 })
    await sql`update promoters set order_link_days = 1 where id = ${fixture.shop.promoterId}`.execute(db())
    fixture.shop.clock.advance(20 * 86_400_000)
    expect(await fixture.preview(id, [first])).toMatchObject({
      status: 403,
      error: { code: 'ORDER_SIGN_IN' },
    })
  })

  it('while a refund of the order waits for an operator', async () => {
    const { id, first } = await buyTwo()
    await setLimit(1000)
    expect((await fixture.refund(id, { all: true })).data.refund.status).toBe('needs_approval')
    expect(await fixture.giveTickets(id, [first])).toMatchObject({
      status: 409,
      error: { code: 'REFUND_WAITING' },
    })
  })
})

const setLimit = (cents: number) =>
  sql`insert into refund_limits (promoter_id, currency, limit_cents, updated_at)
    values (${fixture.shop.promoterId}, 'EUR', ${cents}, now())`.execute(db())

/** Money of the promoter's sales that it no longer has at the platform. */
async function takeBalance(cents: number): Promise<void> {
  const { context, promoterId, clock } = fixture.shop
  const id = randomUUID()
  const now = new Date(clock.now())
  const { id: accountId } = fixture.owner
  const adjustment = {
    id,
    promoterId,
    currency: 'EUR',
    amountCents: -cents,
    reason: 'Paid out',
    idempotencyKey: id,
  }
  const fact = {
    fact: `adjustment:${id}`,
    kind: 'adjustment',
    promoterId,
    orderId: null,
    currency: 'EUR',
  } as const
  await transact<null, never>(context.db, async (trx) => {
    await insertAdjustment(trx, { ...adjustment, accountId, now })
    await writeLedger(trx, [{ ...fact, entries: adjustmentEntries(-cents) }], now)
    return succeed(null)
  })
}

describe('over the promoter’s limit, a return', () => {
  it('is carried out while the platform holds the money', async () => {
    await setLimit(1000)
    const { id, first } = await buyTwo()
    expect((await fixture.giveTickets(id, [first])).data.return.status).toBe('succeeded')
  })

  it('is left to the organiser when it doesn’t, and an operator decides', async () => {
    await setLimit(1000)
    const { id, first } = await buyTwo()
    await takeBalance(4000)
    const refused = { status: 409, error: { code: 'RETURN_OVER_LIMIT' } }
    expect(await fixture.preview(id, [first])).toMatchObject(refused)
    expect(await fixture.giveTickets(id, [first], { expectedAmount: 26.75 })).toMatchObject(refused)
    expect((await fixture.refund(id, { tickets: [first] })).data.refund.status).toBe('needs_approval')
  })

  it('never uses the same balance twice', async () => {
    await setLimit(1000)
    const orders = [await buyTwo(), await buyTwo(), await buyTwo()]
    // 150.00 of sales: enough for one return of 26.75 at a time.
    await takeBalance(15_000 - 3000)
    const answers = await Promise.all(
      orders.map(({ id, first }) => fixture.giveTickets(id, [first], { expectedAmount: 26.75 })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
  })

  it('never uses the balance that a refund uses which settles meanwhile', async () => {
    await setLimit(1000)
    const [earlier, later] = [await buyTwo(), await buyTwo()]
    // Of 100.00 of sales: enough for one return of 26.75.
    await takeBalance(10_000 - 3000)
    const mend = fixture.breakProvider({ refund: () => Promise.reject(new ProviderUnavailable('down')) })
    const pending = (await fixture.giveTickets(earlier.id, [earlier.first])).data.return
    expect(pending.status).toBe('pending')
    mend()
    await addReadLock(db(), 'settlements')
    let answer: ReturnType<ReturnFixture['giveTickets']> | undefined
    await transact(db(), async (trx) => {
      await lockReads(trx)
      answer = fixture.giveTickets(later.id, [later.first], { expectedAmount: 26.75 })
      // It has begun to read the balance.
      await whenWaiting(db())
      await carryOutRefund(fixture.shop.context, pending.id)
      return succeed(null)
    })
    expect((await findRefund(db(), pending.id))?.status).toBe('succeeded')
    expect(await answer).toMatchObject({ status: 409, error: { code: 'RETURN_OVER_LIMIT' } })
  })

  it('counts towards the limit of the promoter’s own refunds', async () => {
    await setLimit(4000)
    const { id, first, second } = await buyTwo()
    await fixture.giveTickets(id, [first])
    expect((await fixture.refund(id, { tickets: [second] })).data.refund.status).toBe('needs_approval')
  })
})
