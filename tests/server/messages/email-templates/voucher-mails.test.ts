import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { listOwnVouchers } from '#server/sales/vouchers/list-own-vouchers.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { openTestPost } from '#tests/support/post.ts'
import { openVoucherFixture, type VoucherFixture } from '#tests/support/vouchers.ts'

let fixture: VoucherFixture
let server: MailServer
let post: MailDispatcher

beforeEach(async () => {
  fixture = await openVoucherFixture()
  server = await openMailServer()
  post = openTestPost(fixture.shop.context, server.url)
})
afterEach(async () => {
  await post.close()
  await server.close()
  await fixture.shop.close()
})

/** The only new email, with single spaces, in both parts. */
async function nextMail(): Promise<{ subject: string; text: string; html: string }> {
  const before = server.arrived.length
  await post.deliver()
  const [only, ...others] = server.arrived.slice(before)
  expect(others).toEqual([])
  const words = (text = ''): string => text.replaceAll(/\s+/g, ' ')
  return {
    subject: only?.mail.subject ?? '',
    text: words(only?.mail.text),
    html: words(only?.mail.html || ''),
  }
}

test('the confirmation says what vouchers and the card have paid', async () => {
  const voucher = await fixture.give(20)
  await fixture.buyWith([{ code: voucher.code, amount: 20 }])
  const { text, html } = await nextMail()
  for (const part of [text, html]) {
    expect(part).toContain(`Paid with voucher …${voucher.codeEnd}`)
    expect(part).toContain('Paid by card')
    expect(part).toContain('€34.50')
    expect(part).not.toContain(voucher.code)
  }
})

test('a return for a voucher is emailed with its code and last day, and nothing about a card', async () => {
  await fixture.setRules({ days: 3, refundAs: 'voucher' })
  const { order } = await fixture.buy()
  await nextMail()
  await fixture.giveTickets(order.id, [order.tickets[0]?.id ?? ''], { as: 'voucher' })
  const [voucher] = await listOwnVouchers(fixture.shop.context, order.id)
  const { subject, text } = await nextMail()
  expect(subject).toContain('Your ticket was returned')
  expect(text).toContain(`Your voucher of €26.75: ${voucher?.code}.`)
  expect(text).toContain('valid until 31 December 2029')
  expect(text).not.toContain('original payment method')
})

test('a refund to card and vouchers is emailed with both amounts', async () => {
  const voucher = await fixture.give(20)
  const order = await fixture.buyWith([{ code: voucher.code, amount: 20 }])
  await nextMail()
  await fixture.refund(order.id)
  const { text } = await nextMail()
  expect(text).toContain('we have refunded €54.50')
  expect(text).toContain('€34.50 of it goes to your original payment method.')
  expect(text).toContain(`€20.00 of it was credited to the voucher that you paid with (…${voucher.codeEnd}).`)
})
