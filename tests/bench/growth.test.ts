import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seedGrowth, sizeOf } from '../../bench/growth/seed-growth.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const SCALE = 0.001

test('a grown platform has its rows, and their references and counters are right @full', async () => {
  const { db, drop } = await createTestDatabase()
  const size = sizeOf(SCALE)
  const said: string[] = []
  // Throws for broken references, counters and ledger sums.
  await seedGrowth(db, size, (words) => said.push(words))
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from promoters) as promoters, (select count(*)::int from events) as events,
      (select count(*)::int from accounts) as accounts, (select count(*)::int from orders) as orders,
      (select count(*)::int from tickets) as tickets, (select count(*)::int from unfolded_transactions) as unfolded,
      (select count(*)::int from events where ends_at > now()) as upcoming`.execute(db)
  const [counts] = rows
  expect(counts).toMatchObject({ ...size, accounts: size.accounts + size.promoters, unfolded: 0 })
  expect(counts?.['tickets']).toBeGreaterThan(10_000_000 * SCALE * 0.9)
  expect(counts?.['tickets']).toBeLessThan(10_000_000 * SCALE * 1.1)
  expect(counts?.['upcoming']).toBeGreaterThan(size.events * 0.4)
  expect(said.join('\n')).toMatch(/^accounts: .*\n[^]*balances: /)
  await drop()
})

test('the full size is 100,000 events, 2,000 promoters and 1,000,000 accounts', () => {
  expect(sizeOf(1)).toMatchObject({ promoters: 2000, events: 100_000, accounts: 1_000_000 })
})
