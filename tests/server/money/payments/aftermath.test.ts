import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import {
  createSandboxEngine,
  LATE_SETTLEMENT_MS,
  type SandboxEngine,
} from '#server/money/sandbox-engine/engine.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { readMail } from '#tests/support/operators.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let engine: SandboxEngine
let ticketTypeId: string
beforeEach(async () => {
  shop = await openShop()
  engine = createSandboxEngine({ db: shop.context.db, clock: shop.clock })
  const { promoterId, eventId } = shop
  ticketTypeId = await insertTicketType(shop.context.db, { promoterId, eventId })
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

async function buy(number: string = CARDS.good): Promise<{ order: Order; intentId: string }> {
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 2 })
  const { order } = (await shop.checkout(cart, 50)).data
  await shop.pay(order.id, number)
  const { rows } = await sql<{
    id: string
  }>`select intent_id as id from payments where order_id = ${order.id}`.execute(shop.context.db)
  return { order: await read(order.id), intentId: rows[0]?.id ?? '' }
}
const read = async (id: string): Promise<Order> =>
  (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)).data.order
const hear = async (): Promise<void> => {
  shop.clock.advance(LATE_SETTLEMENT_MS)
  await deliverSandboxEvents(shop.context)
}
const balanceOf = async (orderId: string, account: string): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where t.order_id = ${orderId} and account = ${account}`.execute(shop.context.db)
  return rows[0]?.cents ?? 0
}

it('the provider’s fee is paid by the platform', async () => {
  const { order } = await buy()
  await hear()
  // 1.5% of 50.00, and 0.25.
  expect(await balanceOf(order.id, 'processor')).toBe(100)
  expect(await balanceOf(order.id, 'platform_fees')).toBe(-100)
})

it('a partial refund at the provider is recorded, and tickets stay valid', async () => {
  const { order, intentId } = await buy()
  await engine.refund({ intentId, key: 'dashboard', amountCents: 1000, metadata: {} })
  await hear()
  await hear()
  const after = await read(order.id)
  expect(after.status).toBe('partially_refunded')
  expect(after.tickets.every((ticket) => ticket.status === 'valid')).toBe(true)
  expect(await balanceOf(order.id, 'buyer')).toBe(-4000)
})

it('a full refund at the provider voids the tickets', async () => {
  const { order, intentId } = await buy()
  await engine.refund({ intentId, key: 'dashboard', amountCents: 5000, metadata: {} })
  await hear()
  expect((await read(order.id)).status).toBe('refunded')
  expect(await shop.counters(ticketTypeId)).toMatchObject({ sold: 0 })
})

it('a payment refunded before Foyer saw it pays for nothing', async () => {
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 2 })
  const { order } = (await shop.checkout(cart, 50)).data
  await shop.pay(order.id, CARDS.late)
  shop.clock.advance(LATE_SETTLEMENT_MS)
  await engine.settle()
  const { rows } = await sql<{
    id: string
  }>`select intent_id as id from payments where order_id = ${order.id}`.execute(shop.context.db)
  await engine.refund({ intentId: rows[0]?.id ?? '', key: 'dashboard', amountCents: 5000, metadata: {} })
  await hear()
  const after = await read(order.id)
  expect([after.status, after.tickets.length]).toEqual(['refunded', 0])
})

it('a partial refund before the first update belongs to a paid order', async () => {
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 2 })
  const { order } = (await shop.checkout(cart, 50)).data
  await shop.pay(order.id, CARDS.late)
  shop.clock.advance(LATE_SETTLEMENT_MS)
  await engine.settle()
  const { rows } = await sql<{
    id: string
  }>`select intent_id as id from payments where order_id = ${order.id}`.execute(shop.context.db)
  await engine.refund({ intentId: rows[0]?.id ?? '', key: 'dashboard', amountCents: 1000, metadata: {} })
  await hear()
  expect((await read(order.id)).status).toBe('partially_refunded')
})

it('a dispute deducts the amount, and winning returns it', async () => {
  const { order } = await buy('4000 0000 0000 0259')
  await hear()
  expect(await balanceOf(order.id, 'promoter')).toBe(0)
  const { rows } = await sql<{ id: string; status: string }>`
    select dispute_id as id, status from disputes where order_id = ${order.id}`.execute(shop.context.db)
  expect(rows[0]?.status).toBe('open')
  await engine.closeDispute(rows[0]?.id ?? '', 'won')
  await hear()
  await hear()
  expect(await balanceOf(order.id, 'promoter')).toBe(5000)
  expect((await read(order.id)).status).toBe('paid')
})

it('a refund that fails later is reversed in the ledger and reported, and its buyer is told', async () => {
  const { order, intentId } = await buy('4000 0000 0000 5126')
  await engine.refund({ intentId, key: 'dashboard', amountCents: 1000, metadata: {} })
  await deliverSandboxEvents(shop.context)
  expect(await balanceOf(order.id, 'buyer')).toBe(-4000)
  await hear()
  expect(await balanceOf(order.id, 'buyer')).toBe(-5000)
  const { rows } = await sql<{
    trouble: string
  }>`select trouble from payments where order_id = ${order.id}`.execute(shop.context.db)
  expect(rows[0]?.trouble).toContain('did not reach the buyer')
  const mail = await readMail(shop.context, { kind: 'refund_failed', to: order.customer.email })
  expect(mail?.subject).toContain('Your refund of €10.00 has failed')
  expect(mail?.text).toContain('could not be paid to you')
})
