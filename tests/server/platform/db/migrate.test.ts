import { sql, type ControlledTransaction, type Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { seedDemo } from '#server/commands/seed.ts'
import { fillDoor } from './fill-door.ts'
import { fillWallets } from './fill-wallets.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { addPendingReports } from '#server/reports/reports/add-pending-reports.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { silentLog } from '#tests/support/log.ts'
import { fillVouchers } from '#tests/support/fill-vouchers.ts'

describe('migrating', () => {
  test('two concurrent migrations make one schema, and another run changes nothing', async () => {
    const { db, address, drop } = await createTestDatabase()
    await sql`drop schema if exists sandbox cascade`.execute(db)
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    const other = createDatabase(createPool(address, silentLog()))

    await Promise.all([migrateToLatest(db), migrateToLatest(other), migrateToLatest(other)])
    const once = await describeSchema(db)
    expect(once.tables).toContain('inventory')
    expect(once.migrations.length).toBeGreaterThan(0)
    await migrateToLatest(db)
    expect(await describeSchema(db)).toEqual(once)
    await other.destroy()
    await drop()
  })
})

interface ForeignKey {
  name: string
  table: string
  references: string
  columns: string[]
  definition: string
}

describe('tenancy', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let db: Kysely<Database>

  beforeAll(async () => {
    database = await createTestDatabase()
    ;({ db } = database)
    await seedDemo(db, Date.parse('2026-11-21T09:00:00Z'))
    await fillTheRest(db)
  })
  afterAll(() => database.drop())

  test('every reference between tenant rows includes the promoter', async () => {
    // Accounts exist across sites, some legal texts belong to the main site, and a bank file pays several promoters.
    const between = (await listForeignKeys(db)).filter(
      ({ references }) => !['promoters', 'accounts', 'legal_texts', 'bank_files'].includes(references),
    )
    expect(between.length).toBeGreaterThan(10)
    expect(between.filter(({ columns }) => !columns.includes('promoter_id'))).toEqual([])
  })

  test('and refuses a row that mixes two promoters, which is all that is wrong with it', async () => {
    const all = await listForeignKeys(db)
    const keys = all.filter(({ columns }) => columns.length > 1)
    expect(keys.length).toBeGreaterThan(10)
    const trx = await db.startTransaction().execute()
    const answers: Record<string, string[]> = {}
    try {
      await dropAll(trx, all)
      for (const key of keys)
        answers[key.name] = [await mix(trx, key, { isKept: true }), await mix(trx, key, { isKept: false })]
    } finally {
      await trx.rollback().execute()
    }
    expect(answers).toEqual(Object.fromEntries(keys.map(({ name }) => [name, [`23503 ${name}`, 'stored 1']])))
  })

  test('an order can’t refer to another promoter’s legal text', async () => {
    const insert = sql`
      insert into order_legal_texts (order_id, promoter_id, legal_text_id)
      select o.id, o.promoter_id, l.id from orders o, legal_texts l where l.promoter_id <> o.promoter_id limit 1`
    await expect(insert.execute(db)).rejects.toMatchObject({ constraint: 'order_legal_texts_fit' })
  })

  test('no counter exceeds the capacity', async () => {
    const change = (text: string) =>
      sql`
      update inventory set ${sql.raw(text)}
      where ticket_type_id = (select ticket_type_id from inventory where held + sold < capacity limit 1)`.execute(
        db,
      )
    for (const text of [
      'held = capacity - sold + 1',
      'sold = capacity - held + 1',
      'capacity = held + sold - 1',
    ])
      await expect(change(text)).rejects.toMatchObject({ code: '23514', constraint: 'never_oversold' })
    await expect(change('held = -1')).rejects.toMatchObject({ code: '23514' })
  })
})

async function describeSchema(db: Kysely<Database>): Promise<{ tables: string[]; migrations: unknown[] }> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema in ('public', 'sandbox') order by 1`.execute(
    db,
  )
  const migrations = await sql<{
    name: string
  }>`select name, timestamp from kysely_migration order by name`.execute(db)
  return { tables: tables.rows.map((row) => row.name), migrations: migrations.rows }
}

/** Foreign keys between tenant tables and to promoters. */
async function listForeignKeys(db: Kysely<Database>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.conname as name, c.conrelid::regclass::text as "table", c.confrelid::regclass::text as "references",
      array(select a.attname::text from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns,
      pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'promoter_id')
    order by 1`.execute(db)
  return rows
}

/** Inserts rows into tables that the demo leaves empty. */
async function fillTheRest(db: Kysely<Database>): Promise<void> {
  await addPendingReports({ db })
  await sql`
    insert into event_pictures (promoter_id, event_id, url)
    select distinct on (promoter_id) promoter_id, id, '/uploads/cover.webp' from events`.execute(db)
  await sql`
    insert into carts (id, promoter_id, currency, first_held_at, expires_at)
    select gen_random_uuid(), id, 'EUR', now(), now() from promoters`.execute(db)
  await sql`
    insert into holds (cart_id, ticket_type_id, promoter_id, position, quantity, expires_at)
    select c.id, (select t.id from ticket_types t where t.promoter_id = c.promoter_id limit 1), c.promoter_id, 0, 1, now()
    from carts c`.execute(db)
  await sql`
    insert into unpaid_holds (promoter_id, ticket_type_id, client, prefix, quantity, at)
    select promoter_id, ticket_type_id, 'client', 'prefix', 1, now() from holds`.execute(db)
  await sql`
    insert into fee_configurations (promoter_id, event_id, currency)
    select distinct on (promoter_id) promoter_id, id, 'USD' from events on conflict do nothing`.execute(db)
  await sql`
    insert into promo_codes (promoter_id, event_id, code, discount_type, basis_points)
    select distinct on (promoter_id) promoter_id, id, 'EVENT-' || upper(left(id::text, 8)), 'percentage', 500 from events`.execute(
    db,
  )
  await sql`
    insert into promo_code_ticket_types (promoter_id, promo_code_id, ticket_type_id)
    select distinct on (c.promoter_id) c.promoter_id, c.id, t.id
    from promo_codes c join ticket_types t using (promoter_id) on conflict do nothing`.execute(db)
  await sql`
    insert into capacity_pools (promoter_id, event_id, name, capacity)
    select distinct on (promoter_id) promoter_id, event_id, 'The room', 1000000 from ticket_types`.execute(db)
  await sql`
    update inventory i set pool_id = p.id from ticket_types t join capacity_pools p using (promoter_id, event_id)
    where t.id = i.ticket_type_id`.execute(db)
  await sql`
    update ticket_types t set follows_id = f.id from ticket_types f
    where f.event_id = t.event_id and f.position = t.position - 1`.execute(db)
  await sql`
    insert into domains (promoter_id, host, token, created_at)
    select promoter_id, host, repeat('t', 32), now() from hosts`.execute(db)
  await sql`
    update hosts h set domain_id = (select id from domains d where d.host = h.host)`.execute(db)
  await sql`
    insert into disputes (provider, dispute_id, promoter_id, order_id, status, amount_cents, created_at, updated_at)
    select distinct on (promoter_id) 'sandbox', 'dp_' || id, promoter_id, id, 'open', 1, now(), now() from orders`.execute(
    db,
  )
  await sql`
    insert into invoices (promoter_id, number, order_id, issued_at)
    select promoter_id, row_number() over (), id, now() from (select distinct on (promoter_id) * from orders) o`.execute(
    db,
  )
  await sql`
    insert into order_notes (promoter_id, order_id, text, created_at)
    select distinct on (promoter_id) promoter_id, id, 'Note', now() from orders`.execute(db)
  await sql`
    insert into order_search (promoter_id, order_id, created_at, event_ids, text)
    select distinct on (promoter_id) promoter_id, id, now(), '{}', '' from orders`.execute(db)
  const refunded = sql`
    select r.id from refunds r where r.promoter_id = o.promoter_id limit 1`
  await sql`
    insert into refunds (promoter_id, order_id, reason, amount_cents, promoter_cents, taxes_cents, fees_cents, created_at, updated_at)
    select distinct on (o.promoter_id) o.promoter_id, o.id, 'requested', 0, 0, 0, 0, now(), now() from orders o
    where not exists (${refunded})`.execute(db)
  await sql`
    insert into refund_tickets (refund_id, ticket_id, promoter_id)
    select distinct on (r.promoter_id) r.id, t.id, r.promoter_id from refunds r join tickets t on t.order_id = r.order_id
    on conflict do nothing`.execute(db)
  await sql`
    insert into cancelled_orders (promoter_id, event_id, order_id, refund_id)
    select distinct on (o.promoter_id) o.promoter_id, i.event_id, o.id, r.id
    from orders o join order_items i on i.order_id = o.id left join refunds r on r.order_id = o.id
    order by o.promoter_id, r.id nulls last`.execute(db)
  await sql`
    insert into told_changes (id, promoter_id, event_id, before, created_at)
    select distinct on (promoter_id) gen_random_uuid(), promoter_id, id, '{}', now() from events`.execute(db)
  await sql`
    insert into promo_batches (id, promoter_id, name, created_at)
    select gen_random_uuid(), id, 'Mix', now() from promoters`.execute(db)
  await sql`
    update promo_codes c set batch_id = (select id from promo_batches b where b.promoter_id = c.promoter_id limit 1)`.execute(
    db,
  )
  await sql`
    update orders o set promo_code_id = (select id from promo_codes c where c.promoter_id = o.promoter_id limit 1)
    where promo_code_id is null`.execute(db)
  await sql`
    insert into order_legal_texts (order_id, promoter_id, legal_text_id)
    select distinct on (o.promoter_id) o.id, o.promoter_id, l.id from orders o join legal_texts l using (promoter_id)`.execute(
    db,
  )
  await fillStaff(db)
  await fillDevelopers(db)
  await fillMoney(db)
  await fillDoor(db)
  await fillWallets(db)
  await fillBalances(db)
  await fillReturns(db)
  await fillVouchers(db)
}

async function fillReturns(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into order_return_rules (order_id, event_id, promoter_id, begins_at, days, fee_basis_points, fee_cents, returns_fees)
    select distinct on (i.promoter_id) i.order_id, i.event_id, i.promoter_id, now(), 7, 0, 0, true from order_items i`.execute(
    db,
  )
  await sql`
    insert into ticket_returns (refund_id, promoter_id, order_id, kept_promoter_cents, kept_taxes_cents, kept_fees_cents,
      kept_platform_cents)
    select distinct on (promoter_id) id, promoter_id, order_id, 0, 0, 0, 0 from refunds`.execute(db)
  await sql`
    insert into refunds (promoter_id, order_id, reason, amount_cents, promoter_cents, taxes_cents, fees_cents, split_from, created_at, updated_at)
    select distinct on (promoter_id) promoter_id, order_id, 'requested', 0, 0, 0, 0, id, now(), now() from refunds`.execute(
    db,
  )
}

async function fillBalances(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into featured_events (event_id, promoter_id, position)
    select distinct on (promoter_id) id, promoter_id, row_number() over () from events`.execute(db)
  await sql`
    insert into order_balances (promoter_id, order_id, currency, cents)
    select distinct on (promoter_id) promoter_id, id, 'EUR', 0 from orders on conflict do nothing`.execute(db)
  await sql`
    insert into refund_requests (id, promoter_id, order_id, status, kind, returns_fees, amount_cents, fees_cents, note, idempotency_key,
      created_at)
    select distinct on (promoter_id) gen_random_uuid(), promoter_id, id, 'waiting', 'all', true, 1, 0, '', 'mix', now() from orders`.execute(
    db,
  )
  await sql`
    insert into unstated_transactions (promoter_id, currency, transaction_id)
    select distinct on (promoter_id) promoter_id, 'EUR', id from ledger_transactions on conflict do nothing`.execute(
    db,
  )
}

async function fillMoney(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into support_sessions (id, promoter_id, reason, started_at, ends_at)
    select gen_random_uuid(), id, 'Mix', now(), now() from promoters`.execute(db)
  await sql`
    insert into audit_log (promoter_id, support_session_id, at, action, subject_id)
    select promoter_id, id, now(), 'support.mixed', id::text from support_sessions`.execute(db)
  await sql`
    insert into bank_accounts (id, promoter_id, currency, holder, country, scheme, number, last_four, changed_at, owner_ids, usable_at)
    select gen_random_uuid(), id, 'EUR', 'Mix', 'DE', 'iban', 'none', '0000', now(), '{}', now() from promoters`.execute(
    db,
  )
  await sql`
    insert into bank_account_links (token_hash, promoter_id, bank_account_id, account_id, created_at, expires_at)
    select decode(replace(b.id::text, '-', ''), 'hex'), b.promoter_id, b.id, (select id from accounts limit 1), now(), now()
    from bank_accounts b`.execute(db)
  await sql`
    insert into settlements (id, promoter_id, number, currency, amount_cents, promoter_cents, taxes_cents, method, status, bank_account_id,
      opening_balance_cents, closing_balance_cents, not_due_cents, reserve_cents, created_at, updated_at)
    select gen_random_uuid(), promoter_id, row_number() over (), 'EUR', 1, 1, 0, 'bank', 'paid', id, 1, 0, 0, 0, now(), now() from bank_accounts`.execute(
    db,
  )
  await sql`
    insert into statement_transactions (transaction_id, promoter_id, settlement_id)
    select distinct on (s.promoter_id) t.id, s.promoter_id, s.id
    from settlements s join ledger_transactions t using (promoter_id)`.execute(db)
}

async function fillDevelopers(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into api_keys (promoter_id, name, prefix, hash, scopes, created_at)
    select id, 'Mix', rpad(translate(slug, '-', ''), 10, 'x'), '\\x00', '{orders:read}', now() from promoters`.execute(
    db,
  )
  await sql`
    insert into audit_log (promoter_id, api_key_id, at, action, subject_id)
    select promoter_id, id, now(), 'key.mixed', id::text from api_keys`.execute(db)
  await sql`
    update invitations i set api_key_id = k.id from api_keys k where k.promoter_id = i.promoter_id`.execute(
    db,
  )
  await sql`
    update members m set granted_by_key = k.id from api_keys k where k.promoter_id = m.promoter_id`.execute(
    db,
  )
  await sql`
    insert into webhook_endpoints (promoter_id, url, events, secret, created_at, updated_at)
    select id, 'https://example.com/', '{order.paid}', 'whsec_', now(), now() from promoters`.execute(db)
  await sql`
    select tell_webhooks(id, 'order.paid', 'order', id::text, '{}') from promoters`.execute(db)
}

/** Adds a seller at a second promoter. */
async function fillStaff(db: Kysely<Database>): Promise<void> {
  const one = sql`(select a.id from accounts a where a.email = 'mix-' || p.slug || '@example.com')`
  await sql`
    insert into accounts (email, password_hash, first_name, last_name, created_at, updated_at)
    select 'mix-' || slug || '@example.com', 'none', 'Mix', 'Mix', now(), now() from promoters`.execute(db)
  const eventOf = sql`(select id from events e where e.promoter_id = p.id order by id limit 1)`
  await sql`
    insert into members (promoter_id, account_id, role, created_at)
    select p.id, ${one}, 'sales', now() from promoters p on conflict do nothing`.execute(db)
  await sql`
    insert into staff_profiles (promoter_id, account_id, updated_at)
    select p.id, ${one}, now() from promoters p on conflict do nothing`.execute(db)
  await sql`
    insert into assignments (promoter_id, account_id, event_id, role, starts_at, ends_at)
    select p.id, ${one}, ${eventOf}, 'sales', now(), now() + interval '1 hour' from promoters p`.execute(db)
  await sql`
    insert into tracking_links (promoter_id, member_id, event_id, code, name, created_at)
    select p.id, ${one}, ${eventOf}, 'mix-' || p.slug, 'Mix', now() from promoters p`.execute(db)
  await sql`
    insert into tracking_clicks (promoter_id, link_id, day, visitor, clicked_at)
    select promoter_id, id, current_date, '\\x00', now() from tracking_links on conflict do nothing`.execute(
    db,
  )
  await sql`
    insert into tracking_holds (promoter_id, link_id, cart_id, held_at)
    select promoter_id, id, gen_random_uuid(), now() from tracking_links`.execute(db)
  await sql`
    insert into commission_rules (promoter_id, event_id, ticket_type_id, kind, basis_points, created_at)
    select p.id, t.event_id, t.id, 'percentage', 100, now() from promoters p
    join lateral (select id, event_id from ticket_types where promoter_id = p.id order by id limit 1) t on true
    on conflict do nothing`.execute(db)
  await sql`
    update orders o set tracking_link_id = (select id from tracking_links l where l.promoter_id = o.promoter_id limit 1)
    where tracking_link_id is null`.execute(db)
  await sql`
    insert into earnings (promoter_id, member_id, order_id, position, event_id, ticket_type_id, tracking_link_id, quantity,
      revenue_cents, amount_cents, currency, status, created_at)
    select distinct on (i.promoter_id) i.promoter_id, ${one}, i.order_id, i.position, i.event_id, i.ticket_type_id,
      o.tracking_link_id, 1, 1, 1, o.currency, 'earned', now()
    from order_items i join orders o on o.id = i.order_id join promoters p on p.id = i.promoter_id on conflict do nothing`.execute(
    db,
  )
  await sql`
    insert into invitations (promoter_id, email, role, created_at, sent_at, expires_at)
    select id, 'mix-' || slug || '@example.com', 'door', now(), now(), now() from promoters`.execute(db)
  await sql`
    insert into invitation_tokens (token_hash, promoter_id, invitation_id, round)
    select id::text::bytea, promoter_id, id, 1 from invitations`.execute(db)
  await sql`
    insert into payouts (promoter_id, member_id, event_id, amount_cents, currency, idempotency_key, provider, payee_id, requested_at,
      updated_at)
    select p.id, ${one}, ${eventOf}, 1, 'EUR', p.slug, 'sandbox', 'acct', now(), now() from promoters p`.execute(
    db,
  )
}

/** Drops keys, and disables triggers that fail before any key. */
async function dropAll(trx: Transaction<Database>, keys: readonly ForeignKey[]): Promise<void> {
  // One statement for all, because there are a hundred keys.
  const drops = keys.map(({ table, name }) => `alter table ${table} drop constraint "${name}";`)
  await sql.raw(`do $$ begin ${drops.join(' ')} end $$`).execute(trx)
  await sql`alter table audit_log disable trigger audit_log_stays`.execute(trx)
  await sql`alter table scans disable trigger scans_stay`.execute(trx)
  await sql`alter table order_legal_texts disable trigger legal_texts_are_append_only`.execute(trx)
  const ledger = new Set(keys.map(({ table }) => table).filter((table) => table.startsWith('ledger_')))
  for (const table of ledger)
    await sql`alter table ${sql.table(table)} disable trigger ledger_is_append_only`.execute(trx)
}

/** Moves one row of the key's table to another promoter, with only this key or none. Returns the database's error; rolls back. */
async function mix(
  trx: ControlledTransaction<Database>,
  key: ForeignKey,
  { isKept }: { isKept: boolean },
): Promise<string> {
  const { table, name, definition } = key
  const trial = await trx.savepoint('trial').execute()
  try {
    // The stored rows agree with the key; unlike them, a new one is checked.
    if (isKept)
      await sql.raw(`alter table ${table} add constraint "${name}" ${definition} not valid`).execute(trial)
    // A deferred key would be checked at the end of the transaction.
    await sql`set constraints all immediate`.execute(trial)
    return await moveOne(trial, key)
  } finally {
    await trial.rollbackToSavepoint('trial').execute()
  }
}

async function moveOne(trx: Transaction<Database>, key: ForeignKey): Promise<string> {
  const complete = sql.join(
    key.columns.map((column) => sql`${sql.ref(column)} is not null`),
    sql` and `,
  )
  try {
    const { numAffectedRows } = await sql`
      update ${sql.table(key.table)} set promoter_id = other.id
      from (select id from promoters order by slug limit 1) other
      where ctid = (
        select t.ctid from ${sql.table(key.table)} t
        where ${complete} and t.promoter_id <> (select id from promoters order by slug limit 1) limit 1)`.execute(
      trx,
    )
    return `stored ${numAffectedRows}`
  } catch (error) {
    if (error instanceof pg.DatabaseError) return `${error.code} ${error.constraint}`
    throw error
  }
}
