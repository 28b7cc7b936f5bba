import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { composeMail } from '#server/messages/composing/compose-mail.ts'
import type { MailRow } from '#server/platform/outbox/mail-rows.ts'
import { openVoucherSaleFixture, type VoucherSaleFixture } from '#tests/support/voucher-sales.ts'

let fixture: VoucherSaleFixture
beforeEach(async () => {
  fixture = await openVoucherSaleFixture()
})
afterEach(() => fixture.shop.close())

const RECIPIENT = {
  name: 'Grace',
  email: 'grace@example.com',
  message: 'Happy birthday! See https://evil.example',
  deliverOn: null,
}

async function compose(kind: string, where = sql`where true`) {
  const { context } = fixture.shop
  const { rows } = await sql<MailRow>`
    select id, kind, payload, origin, promoter_id as "promoterId", created_at as "createdAt" from mails ${where} and kind = ${kind}`.execute(
    context.db,
  )
  const [row] = rows
  return row && composeMail(context, row, 443)
}

it('the buyer gets the code when nobody else does', async () => {
  const { code, orderId } = await fixture.buyVoucher()
  const mail = await compose('order_confirmed')
  expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Your voucher of €50.00' })
  for (const text of [mail?.text, mail?.html]) {
    expect(text).toContain(code)
    expect(text).toContain(`/orders/${orderId}`)
    expect(text).toContain('31 December 2029')
  }
})

it('the buyer gets what is left, without a code while the voucher is frozen', async () => {
  const { code, orderId } = await fixture.buyVoucher()
  await fixture.buyWith([{ code, amount: 20 }])
  const where = sql`where payload->>'orderId' = ${orderId}`
  const used = await compose('order_confirmed', where)
  expect(used?.subject).toBe('Your voucher of €30.00')
  expect(used?.text).toContain('€30.00')
  await fixture.dispute(orderId, { id: 'dp_1', amountCents: 1000, status: 'open' })
  const frozen = await compose('order_confirmed', where)
  expect(frozen?.subject).toBe('Your voucher')
  expect(frozen?.text).toContain(`/orders/${orderId}`)
  expect(frozen?.text).not.toContain(code)
})

it('the buyer is told which part of a refund was taken from the voucher', async () => {
  const { code, orderId } = await fixture.buyVoucher()
  await fixture.buyWith([{ code, amount: 20 }])
  await fixture.refundAtProvider(orderId, 4000)
  const mail = await compose('order_refunded')
  expect(mail?.text).toContain('we have refunded €40.00')
  expect(mail?.text).toContain('€30.00 of it was deducted from its voucher.')
})

it('the recipient gets the code and the message, without its links; the buyer only the link', async () => {
  const { code } = await fixture.buyVoucher({ recipient: RECIPIENT })
  const bought = await compose('order_confirmed')
  expect(bought?.text).toContain('We’ve emailed the voucher to Grace (grace@example.com).')
  expect(bought?.text).not.toContain(code)
  const delivered = await compose('voucher_delivered')
  expect(delivered).toMatchObject({ to: 'grace@example.com', subject: 'Ada has a voucher for you' })
  expect(delivered?.text).toContain(code)
  expect(delivered?.text).toContain('Happy birthday!')
  expect(delivered?.text).not.toContain('evil.example')
})

it('a voucher that was refunded, used up or erased meanwhile isn’t delivered', async () => {
  const refunded = await fixture.buyVoucher({ recipient: RECIPIENT })
  await fixture.refund(refunded.orderId)
  expect(await compose('voucher_delivered')).toBeUndefined()
  expect(await compose('order_confirmed')).toBeUndefined()
  const mail = await compose('order_refunded')
  expect(mail?.text).toContain('Its voucher is no longer valid.')
})

it('names of recipients are deleted with the buyer’s data', async () => {
  const { orderId } = await fixture.buyVoucher({ recipient: RECIPIENT })
  const { db } = fixture.shop.context
  await sql`update orders set email = 'deleted@account.invalid' where id = ${orderId}`.execute(db)
  const { rows } = await sql<Record<string, string>>`
    select recipient_name as name, recipient_email as email, message from voucher_sales`.execute(db)
  expect(rows).toEqual([{ name: '', email: '', message: '' }])
  expect(await compose('voucher_delivered')).toBeUndefined()
})
