import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccount } from '#tests/support/post.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const MIGRATION = new URL(
  '../../../../src/server/platform/db/migrations/0053_refused_payouts.sql',
  import.meta.url,
)

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('earlier refused payouts are distinguished from failed ones', async () => {
  const { context, promoterId } = shop
  const { db } = context
  const accountId = await insertAccount(db, { email: 'ada@example.com', isVerified: true })
  await db
    .insertInto('members')
    .values({ promoter_id: promoterId, account_id: accountId, role: 'sales', created_at: new Date() })
    .execute()
  const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 20, hour))
  const insert = async (finishedAt: Date): Promise<string> => {
    const id = randomUUID()
    await db
      .insertInto('payouts')
      .values({
        id,
        promoter_id: promoterId,
        member_id: accountId,
        amount_cents: 500,
        currency: 'EUR',
        status: 'failed',
        idempotency_key: id,
        provider: 'sandbox',
        payee_id: 'acct_1',
        requested_at: at(8),
        decided_at: at(9),
        finished_at: finishedAt,
        updated_at: finishedAt,
      })
      .execute()
    return id
  }
  const [refused, failed] = [await insert(at(9)), await insert(at(11))]

  await sql.raw(await readFile(MIGRATION, 'utf8')).execute(db)

  const rows = await db.selectFrom('payouts').select(['id', 'status']).execute()
  expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
    [refused]: 'refused',
    [failed]: 'failed',
  })
})
