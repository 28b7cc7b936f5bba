import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { findHeavyLocks, HOT_TABLES } from '#tests/support/migration-locks.ts'
import { goBackTo, migrateTo, readMigrations } from '#tests/support/migrations.ts'

/** Later migrations obey the rule; earlier ones ran before Foyer had sold much (docs/decisions/0088-growth.md). */
const LAST_EXEMPT = '0091_code_mode_changes'

/** Migrations that may make sales wait, with what they do and why the wait is short. */
const NAMED: Readonly<Record<string, { finds: string[]; why: string }>> = {
  '0100_voucher_entries': {
    finds: ['scans ledger_entries with ShareLock'],
    why: 'It reads the table once and sorts only the entries of vouchers: 0.9 s for 5,000,000 entries.',
  },
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Kysely<Database>
beforeEach(async () => {
  database = await createTestDatabase()
  ;({ db } = database)
})
afterEach(() => database.drop())

test('no migration makes sales wait while it scans or changes a table that grows with them', async () => {
  const later = (await readMigrations()).filter(([name]) => name > LAST_EXEMPT)
  if (later.length > 0) await goBackTo(db, LAST_EXEMPT)
  const found: Record<string, string[]> = {}
  for (const [name, text] of later) {
    const heavy = await findHeavyLocks(db, text)
    if (heavy.length > 0) found[name] = heavy
    await migrateTo(db, name)
  }
  const named = Object.entries(NAMED).map(([name, { finds }]) => [name, finds])
  expect(found).toEqual(Object.fromEntries(named))
})

test('every table of the rule exists', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname = any(${HOT_TABLES}) order by 1`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual([...HOT_TABLES])
})

describe('what makes sales wait is found', () => {
  test.each([
    ['an index', 'create index on tickets (holder)', 'scans tickets with ShareLock'],
    [
      'a check',
      'alter table orders add constraint c check (total_cents < 9999999999)',
      'scans orders with AccessExclusiveLock',
    ],
    [
      'a column with a check',
      'alter table orders add column c text check (c > $$a$$)',
      'scans orders with AccessExclusiveLock',
    ],
    [
      'a column that may not be null',
      'alter table orders alter column expires_at set not null, alter column paid_at set not null',
      'scans orders with AccessExclusiveLock',
    ],
    [
      'a rewrite by another type',
      'alter table payments alter column client_secret type varchar(500)',
      'scans payments with AccessExclusiveLock',
    ],
    [
      'a rewrite by a volatile default',
      'alter table tickets add column c uuid default gen_random_uuid()',
      'scans tickets with AccessExclusiveLock',
    ],
    [
      'a generated column',
      'alter table mails add column c text generated always as (lower(subject)) stored',
      'scans mails with AccessExclusiveLock',
    ],
    [
      'a foreign key',
      'alter table orders add column c uuid; alter table orders add foreign key (c) references accounts (id)',
      'scans orders with AccessExclusiveLock',
    ],
    [
      'a constraint that is validated in the migration that adds it',
      'alter table holds add constraint c check (quantity < 99) not valid; alter table holds validate constraint c',
      'scans holds with AccessExclusiveLock',
    ],
    ['a lock', 'lock table orders in share mode; select count(*) from orders', 'scans orders with ShareLock'],
    [
      'an index in a block',
      `do $$ begin execute 'create ' || 'index on tickets (holder)'; end $$`,
      'scans tickets with ShareLock',
    ],
  ])('%s', async (_, text, message) => {
    expect(await findHeavyLocks(db, text)).toContain(message)
  })

  test('a change of rows', async () => {
    await sql`insert into accounts (email, password_hash, first_name, last_name, created_at, updated_at)
      values ('ada@example.com', 'none', 'Ada', 'Lovelace', now(), now())`.execute(db)
    expect(await findHeavyLocks(db, `update accounts set phone = ''`)).toEqual(['changes rows of accounts'])
  })
})

test.each([
  ['a column with a constant default', 'alter table orders add column c integer not null default 0'],
  [
    'a constraint that is not validated',
    'alter table orders add constraint c check (total_cents < 1) not valid',
  ],
  [
    'a foreign key that is not validated',
    'alter table orders add column c uuid; alter table orders add foreign key (c) references accounts (id) not valid',
  ],
  [
    'a new table with an index',
    'create table fresh (id int primary key, at timestamptz); create index on fresh (at)',
  ],
  ['a new table that refers to orders', 'create table fresh (id uuid primary key references orders (id))'],
  ['an index of a small table', 'create index on promoters (name)'],
  [
    'a new trigger',
    'create trigger t after insert on orders for each row execute function tell_order_moved()',
  ],
])('%s is allowed', async (_, text) => {
  expect(await findHeavyLocks(db, text)).toEqual([])
})

test('validating a constraint that an earlier migration added is allowed', async () => {
  await sql`alter table orders add constraint c check (total_cents >= 0) not valid`.execute(db)
  expect(await findHeavyLocks(db, 'alter table orders validate constraint c')).toEqual([])
  await sql`alter table orders drop constraint c`.execute(db)
})
