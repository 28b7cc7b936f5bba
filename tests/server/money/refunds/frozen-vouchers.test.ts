import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '#model/platform/result.ts'
import { composeMail } from '#server/messages/composing/compose-mail.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { MailRow } from '#server/platform/outbox/mail-rows.ts'
import { lockSoldVoucher } from '#server/sales/voucher-sales/voucher-sale-rows.ts'
import { expireVouchers } from '#server/sales/vouchers/expire-vouchers.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { whenWaiting } from '#tests/support/locks.ts'
import { openVoucherSaleFixture, type VoucherSaleFixture } from '#tests/support/voucher-sales.ts'

let fixture: VoucherSaleFixture
beforeEach(async () => {
  fixture = await openVoucherSaleFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const REFUND_FAILS = '4000 0000 0000 5126'

async function readVoucher(
  voucherId: string,
): Promise<{ status: string; balance: number; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ status: string; balance: number; expiresAt: Date }>`
    select status, balance_cents::int as balance, expires_at as "expiresAt" from vouchers where id = ${voucherId}`.execute(
    fixture.shop.context.db,
  )
  return rows[0]
}

/** The error of an order that would use one cent of a voucher. */
const refusalOf = async (code: string): Promise<string | undefined> =>
  (await fixture.place([{ code, amount: 0.01 }])).error?.code

/** Text of the email about the last refund of an order. */
async function refundMailOf(orderId: string): Promise<string | undefined> {
  const { context } = fixture.shop
  const { rows } = await sql<MailRow>`
    select id, kind, payload, origin, promoter_id as "promoterId", created_at as "createdAt" from mails
    where kind = 'order_refunded' and payload ->> 'orderId' = ${orderId} order by id desc limit 1`.execute(
    context.db,
  )
  const [row] = rows
  return row && (await composeMail(context, row, 443))?.text
}

describe('a bought voucher whose whole amount was returned can’t be used', () => {
  it('after a refund of all of it, when an order that used it is returned', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher({ amount: 54.5 })
    const spent = await fixture.buyWith([{ code, amount: 54.5 }])
    await fixture.refundAtProvider(orderId)
    expect((await fixture.refund(spent.id)).data.order.status).toBe('refunded')
    expect(await readVoucher(voucherId)).toMatchObject({ status: 'void', balance: 0 })
    expect(await refusalOf(code)).toBe('VOUCHER_UNKNOWN')
    const text = await refundMailOf(spent.id)
    expect(text).toContain('nothing can be credited to the voucher')
    expect(text).not.toContain('we have refunded')
  })

  it('after a refund of a part and a lost dispute of the rest', async () => {
    const { orderId, code } = await fixture.buyVoucher()
    const spent = await fixture.buyWith([{ code, amount: 20 }])
    await fixture.refundAtProvider(orderId, 2000)
    await fixture.dispute(orderId, { id: 'dp_1', amountCents: 3000, status: 'lost' })
    await fixture.refund(spent.id)
    expect(await refusalOf(code)).toBe('VOUCHER_UNKNOWN')
  })

  it('after several disputes of parts, until one of them is won', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    const spent = await fixture.buyWith([{ code, amount: 20 }])
    const first = { id: 'dp_1', amountCents: 1000, status: 'lost' } as const
    await fixture.dispute(orderId, first)
    await fixture.dispute(orderId, first, { id: 'dp_2', amountCents: 4000, status: 'lost' })
    await fixture.refund(spent.id)
    expect(await refusalOf(code)).toBe('VOUCHER_UNKNOWN')
    await fixture.dispute(orderId, first, { id: 'dp_2', amountCents: 4000, status: 'won' })
    // Everything but the first dispute's 10.00.
    expect(await fixture.balanceOf(voucherId)).toBe(4000)
    expect((await fixture.buyWith([{ code, amount: 40 }])).status).toBe('paid')
  })

  it('while a dispute of a part is open', async () => {
    const { orderId, code } = await fixture.buyVoucher()
    const spent = await fixture.buyWith([{ code, amount: 5 }])
    await fixture.dispute(orderId, { id: 'dp_1', amountCents: 1000, status: 'open' })
    expect(await refusalOf(code)).toBe('VOUCHER_UNKNOWN')
    await fixture.refund(spent.id)
    const text = await refundMailOf(spent.id)
    expect(text).toContain('€5.00 of it was credited to the voucher')
    expect(text).not.toContain('at once')
    await fixture.dispute(orderId, { id: 'dp_1', amountCents: 1000, status: 'lost' })
    expect((await fixture.buyWith([{ code, amount: 40 }])).status).toBe('paid')
  })

  it('also by an order that waited for the dispute', async () => {
    const { orderId, code } = await fixture.buyVoucher()
    const { context, promoterId } = fixture.shop
    let placed: ReturnType<VoucherSaleFixture['place']> | undefined
    await transact(context.db, async (trx) => {
      await lockSoldVoucher(trx, orderId)
      await sql`
        insert into disputes (provider, dispute_id, promoter_id, order_id, status, reason, amount_cents, created_at, updated_at)
        select provider, 'dp_1', ${promoterId}, ${orderId}, 'open', 'fraudulent', 1, now(), now() from payments where order_id = ${orderId}`.execute(
        trx,
      )
      placed = fixture.place([{ code, amount: 50 }])
      await whenWaiting(context.db)
      return succeed(null)
    })
    expect((await placed)?.error.code).toBe('VOUCHER_UNKNOWN')
    // The dispute has no entries in the ledger.
    await sql`delete from disputes`.execute(context.db)
  })
})

describe('an order that a partly refunded voucher has paid', () => {
  it('puts back only what the refund has left of the voucher’s money', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    const spent = await fixture.buyWith([{ code, amount: 30 }])
    await fixture.refundAtProvider(orderId, 4000)
    expect(await fixture.balances(orderId)).toMatchObject({ promoter: -2000 })
    const preview = await fixture.owner.ask('POST', `/api/promoter/orders/${spent.id}/refund-previews`, {
      body: { all: true, returnFees: true },
    })
    expect(preview.data).toMatchObject({ toVouchers: 30, withheld: 20 })
    await fixture.setRules({ days: 3 })
    const tickets = spent.tickets.map(({ id }) => id)
    expect((await fixture.preview(spent.id, tickets)).data).toMatchObject({ toVouchers: 30, withheld: 20 })
    expect((await fixture.refund(spent.id)).data.order.status).toBe('refunded')
    expect(await fixture.balanceOf(voucherId)).toBe(1000)
    // The promoter keeps the 20.00 that it has borne.
    expect(await fixture.ledger()).toEqual({ buyer: -1000, vouchers: 1000 })
    const text = await refundMailOf(spent.id)
    expect(text).toContain('we have refunded €34.50 of your order')
    expect(text).toContain('€10.00 of it was credited to the voucher')
    expect(text).toContain('You can use it now.')
    expect(text).toContain('€20.00 can’t be credited')
    expect(await refusalOf(code)).toBeUndefined()
  })

  it('isn’t returned for less than the buyer was told', async () => {
    await fixture.setRules({ days: 3 })
    const { orderId, code } = await fixture.buyVoucher()
    const spent = await fixture.buyWith([{ code, amount: 30 }])
    const tickets = spent.tickets.map(({ id }) => id)
    const { amount, toCard, withheld } = (await fixture.preview(spent.id, tickets)).data
    expect(withheld).toBe(0)
    await fixture.refundAtProvider(orderId, 4000)
    const restore = (values: object, key: string) =>
      fixture.shop.ask('POST', `/api/public/orders/${spent.id}/returns`, {
        body: { tickets, expectedAmount: amount, expectedToCard: toCard, ...values },
        key,
      })
    const refused = await restore({}, 'before')
    expect(refused).toMatchObject({ status: 409, error: { code: 'RETURN_CHANGED' } })
    expect(refused.error.details).toMatchObject({ preview: { amount, withheld: 20 } })
    expect((await restore({ expectedWithheld: 20 }, 'after')).status).toBe(201)
  })

  it('puts back in parts, the last of which are on the voucher', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    const spent = await fixture.buyWith([{ code, amount: 50 }])
    await fixture.refundAtProvider(orderId, 2000)
    await fixture.refund(spent.id, { tickets: [spent.tickets[0]?.id ?? ''] })
    const first = await fixture.balanceOf(voucherId)
    await fixture.refund(spent.id)
    expect(first).toBeLessThan(await fixture.balanceOf(voucherId))
    expect(await fixture.balanceOf(voucherId)).toBe(3000)
  })

  it('is spent once when it is returned while the voucher is refunded', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    const spent = await fixture.buyWith([{ code, amount: 30 }])
    await Promise.all([fixture.refund(spent.id), fixture.refundAtProvider(orderId, 4000)])
    expect(await fixture.balanceOf(voucherId)).toBe(1000)
  })
})

it('stays void when a refund of all of it has voided it before a dispute is won', async () => {
  const { orderId, voucherId } = await fixture.buyVoucher()
  await fixture.refundAtProvider(orderId)
  for (const status of ['open', 'won'] as const)
    await fixture.dispute(orderId, { id: 'dp_1', amountCents: 5000, status })
  expect(await readVoucher(voucherId)).toMatchObject({ status: 'void', balance: 0 })
})

it.each([
  ['open', 'lost', 'won'],
  ['lost', 'won'],
  ['open', 'won'],
] as const)(
  'stays void when it was disputed (%s, then %s) before a refund of all of it',
  async (...heard) => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    const [first, ...later] = heard
    await fixture.dispute(orderId, { id: 'dp_1', amountCents: 5000, status: first })
    await fixture.refundAtProvider(orderId)
    for (const status of later) await fixture.dispute(orderId, { id: 'dp_1', amountCents: 5000, status })
    expect(await readVoucher(voucherId)).toMatchObject({ status: 'void', balance: 0 })
    expect(await refusalOf(code)).toBe('VOUCHER_UNKNOWN')
    expect(await fixture.ledger()).toEqual({})
  },
)

it('is void after a lost dispute of all of it, and valid again when the dispute is won', async () => {
  const { orderId, voucherId, code } = await fixture.buyVoucher()
  const spent = await fixture.buyWith([{ code, amount: 30 }])
  const dispute = { id: 'dp_1', amountCents: 5000 }
  for (const status of ['open', 'lost'] as const) await fixture.dispute(orderId, { ...dispute, status })
  expect(await readVoucher(voucherId)).toMatchObject({ status: 'void', balance: 0 })
  await fixture.refund(spent.id)
  expect(await readVoucher(voucherId)).toMatchObject({ status: 'void', balance: 0 })
  await fixture.dispute(orderId, { ...dispute, status: 'won' })
  // With the 30.00 that the returned order could not put back.
  expect(await readVoucher(voucherId)).toMatchObject({ status: 'active', balance: 5000 })
  expect(await refusalOf(code)).toBeUndefined()
})

it('gets nothing back from a won dispute after a refund that the promoter has borne', async () => {
  const { orderId, voucherId, code } = await fixture.buyVoucher()
  await fixture.buyWith([{ code, amount: 30 }])
  await fixture.dispute(orderId, { id: 'dp_1', amountCents: 2000, status: 'lost' })
  await fixture.refundAtProvider(orderId, 3000)
  expect(await readVoucher(voucherId)).toMatchObject({ status: 'void', balance: 0 })
  await fixture.dispute(orderId, { id: 'dp_1', amountCents: 2000, status: 'won' })
  expect(await readVoucher(voucherId)).toMatchObject({ status: 'active', balance: 0 })
  expect(await fixture.balances(orderId)).toMatchObject({ promoter: -1000 })
})

it('is renewed by a won dispute only when that puts something back', async () => {
  const { orderId, voucherId, code } = await fixture.buyVoucher()
  await fixture.buyWith([{ code, amount: 50 }])
  await fixture.dispute(orderId, { id: 'dp_1', amountCents: 5000, status: 'lost' })
  const before = await readVoucher(voucherId)
  expect(before).toMatchObject({ status: 'void', balance: 0 })
  fixture.shop.clock.advance(Date.parse('2030-01-01T00:00:00Z') - fixture.shop.clock.now())
  await fixture.dispute(orderId, { id: 'dp_1', amountCents: 5000, status: 'won' })
  expect(await readVoucher(voucherId)).toEqual({ ...before, status: 'active' })
})

describe('what is put back after the voucher has expired makes it valid again', () => {
  const expire = async (): Promise<void> => {
    fixture.shop.clock.advance(Date.parse('2030-01-01T00:00:00Z') - fixture.shop.clock.now())
    await expireVouchers(fixture.shop.context)
  }

  it('when a dispute is won', async () => {
    const { orderId, voucherId } = await fixture.buyVoucher()
    await fixture.dispute(orderId, { id: 'dp_1', amountCents: 2000, status: 'open' })
    await expire()
    expect(await readVoucher(voucherId)).toMatchObject({ status: 'expired', balance: 0 })
    await fixture.dispute(orderId, { id: 'dp_1', amountCents: 2000, status: 'won' })
    await expireVouchers(fixture.shop.context)
    expect(await readVoucher(voucherId)).toMatchObject({ status: 'active', balance: 2000 })
    expect((await readVoucher(voucherId))?.expiresAt).toEqual(new Date('2034-01-01T00:00:00Z'))
  })

  it.each([
    { refunded: 'a part', amount: 20, ended: 'expired' },
    { refunded: 'all of it', amount: 50, ended: 'void' },
  ])('when a refund of $refunded fails', async ({ amount, ended }) => {
    const { orderId, voucherId } = await fixture.buyVoucher({}, REFUND_FAILS)
    await fixture.refund(orderId, { amount })
    await expire()
    expect(await readVoucher(voucherId)).toMatchObject({ status: ended, balance: 0 })
    await fixture.lookAgain()
    await expireVouchers(fixture.shop.context)
    expect(await readVoucher(voucherId)).toMatchObject({ status: 'active', balance: amount * 100 })
    expect((await readVoucher(voucherId))?.expiresAt).toEqual(new Date('2034-01-01T00:00:00Z'))
  })
})
