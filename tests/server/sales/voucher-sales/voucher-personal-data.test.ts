import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMailer } from '#server/messages/delivery/create-mailer.ts'
import { createMailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openCustomer, PASSWORD, type Browser } from '#tests/support/people.ts'
import { CUSTOMER } from '#tests/support/shop.ts'
import { openVoucherSaleFixture, type VoucherSaleFixture } from '#tests/support/voucher-sales.ts'

let fixture: VoucherSaleFixture
let buyer: Browser
beforeEach(async () => {
  fixture = await openVoucherSaleFixture()
  buyer = await openCustomer(fixture.shop, { email: CUSTOMER.email })
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const RECIPIENT = { name: 'Grace', email: 'grace@example.com', message: 'Happy birthday', deliverOn: null }

/** Names of the tables that have a text in any row. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = fixture.shop.context
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const hits = await Promise.all(
    rows.map(({ name }) =>
      sql`select from ${sql.table(name)} t where strpos(to_jsonb(t)::text, ${text}) > 0 limit 1`.execute(db),
    ),
  )
  return rows.flatMap(({ name }, index) => (hits[index]?.rows.length ? [name] : []))
}

it('the buyer’s export has the recipient and the message of a voucher', async () => {
  await fixture.buyVoucher({ recipient: RECIPIENT })
  await fixture.buy()
  const exported = await buyer.ask<{ orders: { voucher: unknown }[] }>('POST', '/api/auth/customer/export', {
    body: { password: PASSWORD },
  })
  const at = expect.any(String) as string
  const vouchers = exported.data.orders.map(({ voucher }) => voucher)
  expect(vouchers).toHaveLength(2)
  expect(vouchers).toContainEqual(null)
  expect(vouchers).toContainEqual({
    amountCents: 5000,
    recipientName: 'Grace',
    recipientEmail: 'grace@example.com',
    message: 'Happy birthday',
    deliverAt: null,
    deliveredAt: at,
  })
})

it('deleting the buyer’s account deletes the recipient’s address and message from every table', async () => {
  await fixture.buyVoucher({ recipient: RECIPIENT })
  const { context } = fixture.shop
  const mailer = createMailer(context)
  if (!mailer) throw new Error('The shop has no mailbox.')
  const post = createMailDispatcher(context, { mailer, port: 4321 })
  await post.deliver()
  expect(await tablesWith(RECIPIENT.email)).toEqual(
    expect.arrayContaining(['mailbox', 'mails', 'voucher_sales']),
  )
  const gone = await buyer.ask('DELETE', '/api/auth/customer/me', { body: { password: PASSWORD } })
  expect(gone.status).toBe(200)
  for (const text of [RECIPIENT.email, RECIPIENT.message]) expect(await tablesWith(text)).toEqual([])
  await post.close()
})
