import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { systemClock } from '#server/context.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const FOLDER = new URL('../../../../src/server/platform/db/migrations/', import.meta.url)

test('settled and refunded sandbox payments keep their meaning when refunds become rows', async () => {
  const { db, drop } = await createTestDatabase()
  await sql`drop schema sandbox cascade`.execute(db)
  const [before = '', after = ''] = await Promise.all(['0002', '0009'].map(readMigration))
  await sql.raw(before).execute(db)
  await sql`
    insert into sandbox.intents (id, idempotency_key, client_secret, amount_cents, currency, metadata, status, created_at)
    select 'sbx_' || status, status, 'secret', 5000, 'EUR', '{"orderId": "1"}', status, now()
    from unnest(array['open', 'succeeded', 'refunded']) status`.execute(db)
  await sql`
    insert into sandbox.events (id, intent_id, type, payload, deliver_at)
    values ('evt_1', 'sbx_succeeded', 'payment.succeeded', '{"id": "evt_1"}', now())`.execute(db)
  await sql.raw(after).execute(db)
  const engine = createSandboxEngine({ db, clock: systemClock })
  expect(await engine.intent('sbx_open')).toMatchObject({ status: 'open', feeCents: null, refunds: [] })
  expect(await engine.intent('sbx_succeeded')).toMatchObject({
    status: 'succeeded',
    feeCents: 100,
    refundedCents: 0,
  })
  expect(await engine.intent('sbx_refunded')).toMatchObject({
    status: 'succeeded',
    feeCents: 100,
    refundedCents: 5000,
    refunds: [{ amountCents: 5000, status: 'succeeded' }],
  })
  await drop()
})

async function readMigration(number: string): Promise<string> {
  const file = (await readdir(FOLDER)).find((name) => name.startsWith(number)) ?? ''
  return readFile(new URL(file, FOLDER), 'utf8')
}
