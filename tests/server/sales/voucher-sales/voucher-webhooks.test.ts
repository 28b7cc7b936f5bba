import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WEBHOOK_EVENTS } from '#model/messages/webhooks.ts'
import { expireVouchers } from '#server/sales/vouchers/expire-vouchers.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openVoucherSaleFixture, type VoucherSaleFixture } from '#tests/support/voucher-sales.ts'

let fixture: VoucherSaleFixture
beforeEach(async () => {
  fixture = await openVoucherSaleFixture()
  const { promoterId, context } = fixture.shop
  const events = WEBHOOK_EVENTS.filter((type) => type.startsWith('voucher.'))
  await sql`
    insert into webhook_endpoints (id, promoter_id, url, secret, events, created_by, created_at, updated_at)
    values (gen_random_uuid(), ${promoterId}, 'https://hooks.example', 'secret', ${events}, ${fixture.owner.id}, now(), now())`.execute(
    context.db,
  )
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

/** The events about a voucher: type, balance, change and order. */
const events = async (voucherId: string): Promise<unknown[][]> => {
  const { rows } = await sql<{ type: string; data: Record<string, unknown> }>`
    select type, data from webhook_events where object_id = ${voucherId} order by seq`.execute(
    fixture.shop.context.db,
  )
  return rows.map(({ type, data }) => [type, data['balanceCents'], data['changeCents'], data['orderId']])
}

it('tell of a bought voucher from its issue to its refund, without the code', async () => {
  const { orderId, voucherId, code } = await fixture.buyVoucher()
  const used = await fixture.buyWith([{ code, amount: 20 }])
  await fixture.refund(used.id, { amount: 54.5 })
  await fixture.refund(orderId, { amount: 15 })
  await fixture.refund(orderId)
  expect(await events(voucherId)).toEqual([
    ['voucher.issued', 5000, 5000, orderId],
    ['voucher.redeemed', 3000, -2000, used.id],
    ['voucher.changed', 5000, 2000, used.id],
    ['voucher.changed', 3500, -1500, orderId],
    ['voucher.voided', 0, undefined, undefined],
  ])
  const { rows } = await sql<{ text: string }>`select data::text as text from webhook_events`.execute(
    fixture.shop.context.db,
  )
  const told = rows.map(({ text }) => text).join('\n')
  expect(told).not.toContain(code)
  expect(told).not.toContain(code.replaceAll('-', ''))
  expect(told).toContain(code.slice(-4))
})

it('tell of a returned order by what it has put back, and not at all if that is nothing', async () => {
  const { orderId, voucherId, code } = await fixture.buyVoucher()
  const first = await fixture.buyWith([{ code, amount: 30 }])
  const second = await fixture.buyWith([{ code, amount: 10 }])
  // 10.00 of it are taken from the voucher, 30.00 from the promoter.
  await fixture.refundAtProvider(orderId, 4000)
  await fixture.refund(first.id)
  await fixture.refund(second.id)
  expect(await events(voucherId)).toEqual([
    ['voucher.issued', 5000, 5000, orderId],
    ['voucher.redeemed', 2000, -3000, first.id],
    ['voucher.redeemed', 1000, -1000, second.id],
    ['voucher.changed', 0, -1000, orderId],
    ['voucher.changed', 1000, 1000, second.id],
  ])
})

it('tell of given-out vouchers that are voided or expire, once', async () => {
  const voided = await fixture.give(20)
  const expiring = await fixture.give(30)
  for (let count = 0; count < 2; count += 1)
    await fixture.owner.ask('POST', `/api/promoter/vouchers/${voided.id}/void`)
  fixture.shop.clock.advance(Date.parse('2030-01-01T00:00:00Z') - fixture.shop.clock.now())
  await expireVouchers(fixture.shop.context)
  await expireVouchers(fixture.shop.context)
  expect(await events(voided.id)).toEqual([
    ['voucher.issued', 2000, 2000, null],
    ['voucher.voided', 0, undefined, undefined],
  ])
  expect(await events(expiring.id)).toEqual([
    ['voucher.issued', 3000, 3000, null],
    ['voucher.expired', 0, undefined, undefined],
  ])
})

it('tell of a voucher for a return', async () => {
  await fixture.setRules({ days: 0, refundAs: 'voucher' })
  const { id, tickets } = (await fixture.buy()).order
  await fixture.giveTickets(id, [tickets[0]?.id ?? ''], { as: 'voucher' })
  const { rows } = await sql<{ id: string }>`select id from vouchers where kind = 'credit'`.execute(
    fixture.shop.context.db,
  )
  expect(rows).toHaveLength(1)
  expect(await events(rows[0]?.id ?? '')).toEqual([['voucher.issued', 2675, 2675, id]])
})
