import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { composeCancellation } from '#server/messages/composing/compose-order-mail.ts'
import { openVoucherSaleFixture, type VoucherSaleFixture } from '#tests/support/voucher-sales.ts'

let fixture: VoucherSaleFixture
beforeEach(async () => {
  fixture = await openVoucherSaleFixture()
})
afterEach(() => fixture.shop.close())

it.each(['succeeded', 'pending'] as const)(
  'the email of a cancelled event names only what goes back while its refund is %s',
  async (status) => {
    const { orderId, code } = await fixture.buyVoucher()
    const spent = await fixture.buyWith([{ code, amount: 30 }])
    await fixture.refundAtProvider(orderId, 4000)
    const { context, eventId } = fixture.shop
    await sql`update events set status = 'cancelled', cancelled_at = now() where id = ${eventId}`.execute(
      context.db,
    )
    if (status === 'pending')
      fixture.breakProvider({ refund: () => Promise.reject(new Error('The provider is down.')) })
    await fixture.refund(spent.id)
    const { rows } = await sql<{ id: string; status: string }>`
      select id, status from refunds where order_id = ${spent.id}`.execute(context.db)
    expect(rows.map((row) => row.status)).toEqual([status])
    const origin = 'http://aurora.localhost'
    const mailContext = { context, origin, siteName: 'Aurora' }
    const about = { orderId: spent.id, eventId, refundId: rows[0]?.id ?? null }
    const text = JSON.stringify((await composeCancellation(mailContext, about))?.mail)
    const sentences = {
      succeeded: ['refunding €34.50 of order', '€10.00 to the voucher', '€20.00 of order'],
      pending: [
        'refunding €24.50 of order',
        '€30.00 of order',
        'The part that wasn’t refunded or disputed will be credited to the voucher.',
      ],
    }[status]
    for (const sentence of sentences) expect(text).toContain(sentence)
    expect(text).not.toContain('€54.50')
  },
)
