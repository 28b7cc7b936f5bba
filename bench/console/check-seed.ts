import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** Checks the data written with triggers disabled: foreign keys, ledger sums and counters. Returns a message per error. */
export async function findBrokenSeed(db: Kysely<Database>): Promise<string[]> {
  const wrong: string[] = []
  const expectNone = async (what: string, query: string): Promise<void> => {
    const { rows } = await sql
      .raw<{ count: number }>(`select count(*)::int from (${query}) wrong`)
      .execute(db)
    if ((rows[0]?.count ?? 0) > 0) wrong.push(`${rows[0]?.count} × ${what}`)
  }
  for (const key of await listForeignKeys(db)) await expectNone(key.name, orphansOf(key))
  await expectNone(
    'ledger transactions that don’t sum to zero',
    'select transaction_id from ledger_entries group by 1 having sum(amount_cents) <> 0',
  )
  await expectNone(
    'ticket types whose counter is wrong',
    `select from inventory i left join (select ticket_type_id, count(*) from tickets where status <> 'void' group by 1) t using (ticket_type_id)
      where i.sold <> coalesce(t.count, 0)`,
  )
  await expectNone(
    'orders whose amounts differ from the ledger',
    `select from orders o left join (
        select t.order_id, sum(e.amount_cents) cents from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where e.account = 'buyer' group by 1) l on l.order_id = o.id
      where coalesce(l.cents, 0) <> case when o.paid_at is null then 0 else o.refunded_cents - o.total_cents end`,
  )
  return wrong
}

interface ForeignKey {
  name: string
  child: string
  parent: string
  columns: string[]
  parents: string[]
}

const LOADED = [
  'orders',
  'order_items',
  'order_taxes',
  'tickets',
  'payments',
  'refunds',
  'refund_tickets',
  'ledger_transactions',
  'ledger_entries',
]

async function listForeignKeys(db: Kysely<Database>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
      array(select attname::text from unnest(conkey) with ordinality k (n, at) join pg_attribute on attrelid = conrelid and attnum = n order by at) as columns,
      array(select attname::text from unnest(confkey) with ordinality k (n, at) join pg_attribute on attrelid = confrelid and attnum = n order by at) as parents
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any(${LOADED})`.execute(db)
  return rows
}

function orphansOf({ child, parent, columns, parents }: ForeignKey): string {
  const isSame = columns.map((column, index) => `p.${parents[index]} = c.${column}`).join(' and ')
  const isSet = columns.map((column) => `c.${column} is not null`).join(' and ')
  return `select from ${child} c where ${isSet} and not exists (select from ${parent} p where ${isSame})`
}
