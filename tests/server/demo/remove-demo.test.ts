import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { readConfig } from '#server/platform/config.ts'
import { seedDemo } from '#server/commands/seed.ts'
import type { Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { countDemo, deleteDemo, listDemoPromoters } from '#server/demo/demo-data-rows.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { createAsk } from '#tests/support/ask.ts'
import { createFakeClock } from '#tests/support/clock.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { insertEvent, insertFees, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { silentLog } from '#tests/support/log.ts'
import { openBrowser } from '#tests/support/people.ts'
import { CARDS, CUSTOMER } from '#tests/support/shop.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Kysely<Database>
let context: Context
let ownOrder: string

beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db } = database)
  await seedDemo(db, NOW)
  const promoterId = await insertPromoter(db, 'Mine')
  await insertFees(db, {})
  const eventId = await insertEvent(db, { promoterId, startsAt: new Date('2026-12-01T20:00:00Z') })
  const ticketTypeId = await insertTicketType(db, { promoterId, eventId })
  context = await createContext({
    config: readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }),
    db,
    connection: database.address,
    log: silentLog(),
    clock: createFakeClock(NOW),
  })
  await context.sites.whenReady(60_000)
  const customer = openBrowser({ ask: createAsk(context, 'mine.localhost') }, { address: '127.0.0.1' })
  await customer.login('mikko.okonkwo@example.com', DEMO_PASSWORD)
  ownOrder = await buy(customer.ask, ticketTypeId)
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

async function buy(ask: ReturnType<typeof openBrowser>['ask'], ticketTypeId: string): Promise<string> {
  const cartId = randomUUID()
  await ask('PUT', `/api/public/carts/${cartId}`, { body: { items: [{ ticketTypeId, quantity: 2 }] } })
  const { data } = await ask<{ order: Order }>('POST', '/api/public/checkout', {
    body: { cartId, customer: CUSTOMER, expectedTotal: 50 },
    key: randomUUID(),
  })
  await ask('POST', '/api/payments/confirm', {
    body: { orderId: data.order.id, paymentMethod: { number: CARDS.good, expiry: '12/30', cvc: '123' } },
  })
  return data.order.id
}

/** Table → number of rows, of the demo's promoters or of all others. */
async function countRows(which: 'demo' | 'others'): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name = 'promoter_id' order by 1`.execute(db)
  const demo = sql`promoter_id in (
    '4b40312a-fc4c-8f99-be87-e0bc09148ec7', '16e469bd-de09-8cfa-ae0b-3c58cc9a3832', '244be6b9-1cf1-8a04-ae3d-ae28e25e90d4')`
  const counts = await Promise.all(
    tables.map(async ({ name }): Promise<[string, number]> => {
      const where = which === 'demo' ? demo : sql`(${demo}) is not true`
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(name)} where ${where}`.execute(db)
      return [name, rows[0]?.count ?? 0]
    }),
  )
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

describe('a database from before the marks', () => {
  const remark = async (): Promise<void> => {
    const migration = new URL('../../../src/server/platform/db/migrations/0060_demo.sql', import.meta.url)
    const marks = (await readFile(migration, 'utf8')).match(/^(?:update|insert)[^;]*;/gm) ?? []
    await sql`update promoters set is_demo = false`.execute(db)
    await sql`delete from demo_accounts`.execute(db)
    for (const mark of marks) await sql.raw(mark).execute(db)
  }
  const listMarked = async (): Promise<string[]> => {
    const { rows } = await sql<{ email: string }>`
      select a.email from demo_accounts d join accounts a on a.id = d.account_id order by 1`.execute(db)
    return rows.map(({ email }) => email)
  }
  afterEach(async () => {
    await sql`update promoters set is_demo = true where slug <> 'mine'`.execute(db)
    await sql`insert into demo_accounts select id from accounts on conflict do nothing`.execute(db)
  })

  test('learns what is of the demo, and ends its sessions', async () => {
    await remark()
    expect(await listDemoPromoters(db)).toEqual(['Aurora', 'Brickworks', 'Nordlys'])
    expect(await listMarked()).toHaveLength(4)
    const { rows } = await sql`select from sessions where revoked_at is null`.execute(db)
    expect(rows).toEqual([])
  })

  test('leaves out accounts with another address, and promoters with real payments', async () => {
    await sql`update accounts set email = 'lena@real.example' where email = 'owner@aurora.example'`.execute(
      db,
    )
    await sql`
      update payments set provider = 'stripe' where intent_id = (
        select intent_id from payments p join promoters o on o.id = p.promoter_id where o.slug = 'aurora' limit 1)`.execute(
      db,
    )
    await remark()
    expect(await listDemoPromoters(db)).toEqual(['Brickworks', 'Nordlys'])
    expect(await listMarked()).not.toContain('lena@real.example')
    await sql`update payments set provider = 'sandbox'`.execute(db)
  })
})

test('deleting the demo leaves no row of it, and all rows of others', async () => {
  const before = await countRows('others')
  expect(before).toMatchObject({ orders: 1, tickets: 2, payments: 1, ledger_transactions: 2 })
  expect(Object.keys(await countRows('demo')).length).toBeGreaterThan(30)
  const found = await countDemo(db)
  expect(found).toMatchObject({ promoters: 3, accounts: 5, realPayments: 0, realMemberships: 0 })
  expect(found.orders).toBeGreaterThan(100)
  await db.transaction().execute(deleteDemo)
  expect(await countRows('demo')).toEqual({})
  expect(await countRows('others')).toEqual(before)
  expect(await listDemoPromoters(db)).toEqual([])
  const { rows } = await sql<{ orders: string[]; accounts: number; intents: number; payees: number }>`
    select (select array_agg(id::text) from orders) as orders, (select count(*)::int from accounts) as accounts,
      (select count(*)::int from sandbox.intents) as intents, (select count(*)::int from sandbox.payees) as payees`.execute(
    db,
  )
  expect(rows[0]).toEqual({ orders: [ownOrder], accounts: 0, intents: 1, payees: 0 })
  expect(await findContradictions(db)).toEqual([])
})

test('the ledger is append-only again afterwards', async () => {
  await expect(sql`delete from ledger_entries`.execute(db)).rejects.toThrow('the ledger is append-only')
  await expect(sql`delete from legal_texts`.execute(db)).rejects.toThrow('append-only')
})
