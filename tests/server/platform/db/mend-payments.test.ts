import { readdir, readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Refund } from '#contracts/console/orders/refunds.ts'
import type { Order } from '#model/sales/orders.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { insertPromo, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { insertMember, openCustomer } from '#tests/support/people.ts'
import { openRefundFixture } from '#tests/support/refunds.ts'
import { CARDS, newCartId, openShop } from '#tests/support/shop.ts'

const FOLDER = new URL('../../../../src/server/platform/db/migrations/', import.meta.url)

async function migrateAgain(db: Kysely<Database>): Promise<void> {
  const name = (await readdir(FOLDER)).find((each) => each.startsWith('0014')) ?? ''
  await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(db)
}

test('old order lines get their discount shares, and tickets are worth what was paid', async () => {
  const shop = await openShop()
  const { promoterId, eventId, context } = shop
  const { db } = context
  const type = (priceCents: number): Promise<string> =>
    insertTicketType(db, { promoterId, eventId, priceCents })
  const [dear, cheap, odd] = await Promise.all([type(5000), type(1), type(999)])
  await insertPromo(db, { promoterId, code: 'HALF', percent: 50 })
  const customer = await openCustomer(shop)
  await insertMember(db, { promoterId, accountId: customer.id, role: 'owner' })
  const buy = async (wishes: Record<string, number>, total: number): Promise<Order> => {
    const cart = newCartId()
    await shop.hold(cart, wishes)
    const { order } = (await shop.checkout(cart, total, { promoCode: 'HALF' })).data
    await shop.pay(order.id, CARDS.good)
    return (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${order.id}`)).data.order
  }
  const plain = await buy({ [dear]: 2 }, 50)
  const mixed = await buy({ [cheap]: 3, [odd]: 1 }, 5.01)
  await sql`update order_items set discount_cents = 0`.execute(db)

  await migrateAgain(db)

  expect(await findContradictions(db)).toEqual([])
  const { rows } = await sql<{ share: number }>`
    select discount_cents::int as share from order_items where order_id = ${mixed.id} order by position`.execute(
    db,
  )
  const shares = rows.map((row) => row.share)
  // Lines of 0.03 and 9.99, in either order.
  expect(shares.toSorted((one, other) => one - other)).toEqual([1, 500])
  const answer = await customer.ask<{ refund: Refund; order: Order }>(
    'POST',
    `/api/promoter/orders/${plain.id}/refunds`,
    { body: { tickets: [plain.tickets[0]?.id] }, key: randomUUID() },
  )
  expect(answer.data.refund.amount).toBe(25)
  expect(answer.data.order.status).toBe('partially_refunded')
  await shop.close()
})

test('known unbooked fees are in the ledger, once', async () => {
  const fixture = await openRefundFixture()
  const { db } = fixture.shop.context
  const { confirmIntent } = fixture.shop.context.payments
  const mend = fixture.breakProvider({
    confirmIntent: async (...charge) => ({ ...(await confirmIntent(...charge)), feeCents: null }),
  })
  const { order } = await fixture.buy()
  mend()
  await fixture.buy()
  await sql`update payments set fee_cents = 107 where order_id = ${order.id}`.execute(db)
  expect(await findContradictions(db)).toHaveLength(1)
  await migrateAgain(db)
  expect(await findContradictions(db)).toEqual([])
  expect(await fixture.balances(order.id)).toMatchObject({ processor: 107 })
  await fixture.shop.close()
})
