import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { composeMail } from '#server/messages/composing/compose-mail.ts'
import type { MailRow } from '#server/platform/outbox/mail-rows.ts'
import { deliverVouchers } from '#server/sales/voucher-sales/deliver-vouchers.ts'
import { decryptVoucherCode } from '#server/sales/vouchers/issue-voucher.ts'
import { findVoucher, listCreditVouchers } from '#server/sales/vouchers/voucher-rows.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openVoucherSaleFixture, type VoucherSaleFixture } from '#tests/support/voucher-sales.ts'

let fixture: VoucherSaleFixture
beforeEach(async () => {
  fixture = await openVoucherSaleFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const RIGHT = 'ada@example.org'
const RECIPIENT = { name: 'Grace', email: 'grace@example.com', message: '' }

const correctAsBuyer = (orderId: string) =>
  fixture.shop.ask('PUT', `/api/public/orders/${orderId}/email`, {
    body: { email: RIGHT },
    key: randomUUID(),
  })

const correctAsPromoter = (orderId: string) =>
  fixture.owner.ask('PUT', `/api/promoter/orders/${orderId}/email`, { body: { email: RIGHT, version: 1 } })

async function codeOf(id: string): Promise<string> {
  const { context, promoterId } = fixture.shop
  const voucher = await findVoucher(context.db, { promoterId, id })
  return voucher ? formatVoucherCode(decryptVoucherCode(context, voucher)) : ''
}

const refusalOf = async (code: string): Promise<string | undefined> =>
  (await fixture.place([{ code, amount: 0.01 }])).error?.code

async function lastMail(kind: string) {
  const { context } = fixture.shop
  const { rows } = await sql<MailRow>`
    select id, kind, payload, origin, promoter_id as "promoterId", created_at as "createdAt" from mails where kind = ${kind}
    order by id desc limit 1`.execute(context.db)
  const [row] = rows
  return row && composeMail(context, row, 443)
}

describe('when the email address of an order is corrected', () => {
  it.each([
    ['by the buyer', correctAsBuyer],
    ['by the promoter', correctAsPromoter],
  ])('%s, its bought voucher gets a new code', async (_, correct) => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    expect((await correct(orderId)).status).toBe(200)
    const renewed = await codeOf(voucherId)
    expect(renewed).not.toBe(code)
    expect(await refusalOf(code)).toBe('VOUCHER_UNKNOWN')
    const mail = await lastMail('order_confirmed')
    expect(mail?.to).toBe(RIGHT)
    expect(mail?.text).toContain(renewed)
    expect((await fixture.buyWith([{ code: renewed, amount: 50 }])).status).toBe('paid')
  })

  it('the former address is told so of a voucher', async () => {
    const { orderId } = await fixture.buyVoucher()
    await correctAsBuyer(orderId)
    const mail = await lastMail('order_email_corrected')
    expect(mail?.to).toBe('ada@example.com')
    expect(mail?.text).toContain('voucher code')
    for (const wrong of ['ticket', 'QR code', ' for .', ' for  ', RIGHT])
      expect(mail?.text).not.toContain(wrong)
  })

  it('a voucher that its recipient has keeps its code', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher({
      recipient: { ...RECIPIENT, deliverOn: null },
    })
    await correctAsBuyer(orderId)
    expect(await codeOf(voucherId)).toBe(code)
    expect((await lastMail('order_confirmed'))?.text).not.toContain(code)
    expect((await fixture.buyWith([{ code, amount: 50 }])).status).toBe('paid')
  })

  describe('a voucher that the buyer sends to their own address', () => {
    const SELF = { ...RECIPIENT, email: 'Ada@example.com' }

    it('gets a new code, which only the new address gets', async () => {
      const { orderId, voucherId, code } = await fixture.buyVoucher({
        recipient: { ...SELF, deliverOn: null },
      })
      await correctAsBuyer(orderId)
      const renewed = await codeOf(voucherId)
      expect(renewed).not.toBe(code)
      expect(await refusalOf(code)).toBe('VOUCHER_UNKNOWN')
      const mail = await lastMail('order_confirmed')
      expect(mail?.to).toBe(RIGHT)
      expect(mail?.text).toContain(renewed)
    })

    it('is sent to the new address on its day', async () => {
      const { orderId, voucherId } = await fixture.buyVoucher({
        recipient: { ...SELF, deliverOn: '2026-11-24' },
      })
      await correctAsBuyer(orderId)
      fixture.shop.clock.advance(67 * 3_600_000)
      await deliverVouchers(fixture.shop.context)
      const mail = await lastMail('voucher_delivered')
      expect(mail?.to).toBe(RIGHT)
      expect(mail?.text).toContain(await codeOf(voucherId))
    })
  })

  it('a voucher that is sent to its recipient later gets a new code', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher({
      recipient: { ...RECIPIENT, deliverOn: '2026-11-24' },
    })
    await correctAsBuyer(orderId)
    const renewed = await codeOf(voucherId)
    expect(renewed).not.toBe(code)
    fixture.shop.clock.advance(67 * 3_600_000)
    await deliverVouchers(fixture.shop.context)
    expect((await lastMail('voucher_delivered'))?.text).toContain(renewed)
  })

  it('vouchers for its returned tickets get new codes', async () => {
    await fixture.setRules({ days: 1, refundAs: 'voucher' })
    const { order } = await fixture.buy()
    await fixture.giveTickets(order.id, [order.tickets[0]?.id ?? ''], { as: 'voucher' })
    const { context } = fixture.shop
    const [before] = await listCreditVouchers(context.db, order.id)
    await correctAsPromoter(order.id)
    const [after] = await listCreditVouchers(context.db, order.id)
    expect(after?.id).toBe(before?.id)
    expect(after?.codeEnd).not.toBe(before?.codeEnd)
    expect(before && (await refusalOf(formatVoucherCode(decryptVoucherCode(context, before))))).toBe(
      'VOUCHER_UNKNOWN',
    )
  })
})
