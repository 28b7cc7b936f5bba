import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export async function listDemoPromoters(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('promoters')
    .select('name')
    .where('is_demo', '=', true)
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

/** Counts orders, and promoters that aren't part of the demo. Returns 0 before the first migration. */
export async function countData(db: Db): Promise<{ orders: number; ownPromoters: number }> {
  const row = await queryRow<{ exists: boolean }>(db)`
    select to_regclass('public.demo_accounts') is not null as exists`
  if (!row?.exists) return countOldData(db)
  const rows = await queryRows<{ orders: number; ownPromoters: number }>(db)`
    select (select count(*)::int from orders) as orders,
      (select count(*)::int from promoters where not is_demo) as "ownPromoters"`
  return rows[0] ?? { orders: 0, ownPromoters: 0 }
}

async function countOldData(db: Db): Promise<{ orders: number; ownPromoters: number }> {
  const row = await queryRow<{ exists: boolean }>(db)`
    select to_regclass('public.orders') is not null as exists`
  if (!row?.exists) return { orders: 0, ownPromoters: 0 }
  const rows = await queryRows<{ orders: number }>(db)`select count(*)::int as orders from orders`
  return { orders: rows[0]?.orders ?? 0, ownPromoters: 0 }
}

export interface DemoCount {
  promoters: number
  accounts: number
  orders: number
  /** Payments of demo promoters through a real payment provider. */
  realPayments: number
  /** Memberships of demo accounts in teams of other promoters. */
  realMemberships: number
}

/**
 * Deletes the demo's promoters with all their data, and the demo's accounts. Drops the triggers that make ledger, audit log,
 * legal texts and terms append-only, until the transaction ends; no sale can be recorded meanwhile.
 */
export async function deleteDemo(trx: Trx): Promise<void> {
  const tables = await listPromoterTables(trx)
  await setAppendOnly(trx, false)
  await deleteSandboxRows(trx)
  await deleteOfPromoters(trx, tables)
  await trx.deleteFrom('promoters').where('is_demo', '=', true).execute()
  await execute(trx)`delete from accounts where id in (select account_id from demo_accounts)`
  await setAppendOnly(trx, true)
}

async function listPromoterTables(trx: Trx): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(trx)`
    select c.relname as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'promoter_id' and not a.attisdropped
    where c.relkind = 'r' order by 1`
  return rows.map(({ name }) => name)
}

export async function countDemo(trx: Db): Promise<DemoCount> {
  const count = await queryRow<DemoCount>(trx)`
    select (select count(*)::int from promoters where is_demo) as promoters,
      (select count(*)::int from demo_accounts) as accounts,
      (select count(*)::int from payments p join promoters o on o.id = p.promoter_id where o.is_demo and p.provider <> 'sandbox')
        as "realPayments",
      (select count(*)::int from members m join promoters o on o.id = m.promoter_id
        where not o.is_demo and m.account_id in (select account_id from demo_accounts)) as "realMemberships",
      (select count(*)::int from orders where promoter_id in (select id from promoters where is_demo)) as orders`
  if (!count) throw new Error('A count returned no row.')
  return count
}

const APPEND_ONLY = {
  ledger_transactions: 'ledger_is_append_only',
  ledger_entries: 'ledger_is_append_only',
  audit_log: 'audit_log_stays',
  scans: 'scans_stay',
  fee_invoices: 'fee_invoices_stay',
  legal_texts: 'legal_texts_are_append_only',
  order_legal_texts: 'legal_texts_are_append_only',
  platform_terms: 'platform_terms_stay',
}

async function setAppendOnly(trx: Trx, isOn: boolean): Promise<void> {
  for (const [table, trigger] of Object.entries(APPEND_ONLY))
    await execute(
      trx,
    )`alter table ${sql.table(table)} ${sql.raw(isOn ? 'enable' : 'disable')} trigger ${sql.ref(trigger)}`
}

async function deleteSandboxRows(trx: Trx): Promise<void> {
  await execute(trx)`
    with intents as (
      select p.intent_id as id from payments p join promoters on promoters.id = p.promoter_id and promoters.is_demo
      where p.provider = 'sandbox'
    ), payees as (
      select p.payee_id as id from payee_accounts p join demo_accounts d on d.account_id = p.account_id
      where p.provider = 'sandbox'
    ),
    events as (delete from sandbox.events where intent_id in (select id from intents)),
    disputes as (delete from sandbox.disputes where intent_id in (select id from intents)),
    refunds as (delete from sandbox.refunds where intent_id in (select id from intents)),
    transfers as (delete from sandbox.transfers where payee_id in (select id from payees)),
    payouts as (delete from sandbox.payouts where payee_id in (select id from payees)),
    gone as (delete from sandbox.payees where id in (select id from payees))
    delete from sandbox.intents where id in (select id from intents)`
}

/** One statement, because tables refer to each other in both directions and references are checked at its end. */
async function deleteOfPromoters(trx: Trx, tables: readonly string[]): Promise<void> {
  const deletions = tables.map(
    (table) =>
      sql`${sql.ref(`from_${table}`)} as (delete from ${sql.table(table)} where promoter_id in (select id from demo))`,
  )
  const all = sql`with demo as (select id from promoters where is_demo), ${sql.join(deletions)} select`
  await all.execute(trx)
  // The statement is repeated, because triggers have written rows about the deletion.
  await all.execute(trx)
}
