import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import {
  reportDeltasCtes,
  REPORT_MEASURES,
  measureColumns,
} from '#server/platform/report-totals/delta-rows.ts'

/** Promoters whose totals are computed again; few, because Foyer's own code takes a second for 3,000 orders. */
const CHECKED_PROMOTERS = 3

/** Without a seed, each worker of a parallel plan reads another sample. */
const SAME_SAMPLE = sql`repeatable (0)`

/**
 * Checks the data written with triggers disabled: foreign keys, ledger sums, counters, totals and search texts, the latter two in a sample.
 * `sharePercent` is the share of the rows that is read. Returns a message per error.
 */
export async function findBrokenSeed(db: Kysely<Database>, sharePercent: number): Promise<string[]> {
  const wrong: string[] = []
  const expectNone = async (what: string, query: RawBuilder<unknown>): Promise<void> => {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from (${query}) wrong`.execute(db)
    if ((rows[0]?.count ?? 0) > 0) wrong.push(`${rows[0]?.count} × ${what}`)
  }
  const share = sql`tablesample system (${sharePercent}::real) ${SAME_SAMPLE}`
  const sample = sql`tablesample system (${Math.min(sharePercent, 1)}::real) ${SAME_SAMPLE}`
  for (const key of await listForeignKeys(db)) await expectNone(key.name, orphansOf(key, share))
  await expectNone(
    'ledger transactions that don’t sum to zero',
    sql`select t.id from ledger_transactions t ${share} join ledger_entries e on e.transaction_id = t.id
      group by 1 having sum(e.amount_cents) <> 0`,
  )
  await expectNone(
    'ticket types whose counter is wrong',
    sql`select from inventory i ${share} join ticket_types y on y.id = i.ticket_type_id
      where i.sold <> (select count(*) from tickets t
        where t.event_id = y.event_id and t.ticket_type_id = y.id and t.status <> 'void')`,
  )
  await expectNone(
    'orders whose amounts differ from the ledger',
    sql`select from orders o ${share}
      where coalesce(${ledgerOf(sql`'buyer'`)}, 0) <> case when o.paid_at is null then 0 else o.refunded_cents - o.total_cents end`,
  )
  await expectNone(
    'orders whose balance differs from the ledger',
    sql`select from orders o ${share} left join order_balances b on b.order_id = o.id and b.promoter_id = o.promoter_id
      where ${ledgerOf(sql`'promoter', 'taxes'`)} is distinct from b.cents`,
  )
  await expectNone(
    'orders whose search text is wrong',
    sql`select from order_search s ${sample} where s.text <> order_search_text(s.order_id)
      or s.event_ids <> array(select distinct event_id from order_items i where i.order_id = s.order_id)`,
  )
  const promoters = await listCheckedPromoters(db)
  await expectNone('promoters whose balances differ', wrongBalances(promoters))
  await expectNone('hours whose reports differ', wrongHours(promoters))
  await expectNone('months whose totals differ', wrongMonths(promoters))
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
  'order_search',
  'order_balances',
  'tickets',
  'payments',
  'refunds',
  'refund_tickets',
  'ledger_transactions',
  'ledger_entries',
  'report_hours',
]

async function listForeignKeys(db: Kysely<Database>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
      array(select attname::text from unnest(conkey) with ordinality k (n, at) join pg_attribute on attrelid = conrelid and attnum = n order by at) as columns,
      array(select attname::text from unnest(confkey) with ordinality k (n, at) join pg_attribute on attrelid = confrelid and attnum = n order by at) as parents
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any(${LOADED})`.execute(db)
  return rows
}

function orphansOf(
  { child, parent, columns, parents }: ForeignKey,
  share: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isSame = columns.map((column, index) => `p.${parents[index]} = c.${column}`).join(' and ')
  const isSet = columns.map((column) => `c.${column} is not null`).join(' and ')
  return sql`select from ${sql.table(child)} c ${share}
    where ${sql.raw(isSet)} and not exists (select from ${sql.table(parent)} p where ${sql.raw(isSame)})`
}

/** The sum of the accounts' entries of the order `o`; null if there are none. */
const ledgerOf = (accounts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select sum(e.amount_cents) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.order_id = o.id and e.account in (${accounts}))`

/** Promoters of middling size. */
async function listCheckedPromoters(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select promoter_id as id from events group by 1
    order by abs(count(*) - (select count(*) / greatest(1, count(distinct promoter_id)) from events)), 1 limit ${CHECKED_PROMOTERS}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const wrongBalances = (promoters: readonly string[]): RawBuilder<unknown> => sql`
  select from promoter_balances b where b.promoter_id = any(${promoters}::uuid[]) and (
    b.cents <> (select sum(amount_cents) from ledger_entries e where e.promoter_id = b.promoter_id and e.account in ('promoter', 'taxes'))
    or b.tax_cents <> (select sum(amount_cents) from ledger_entries e where e.promoter_id = b.promoter_id and e.account = 'taxes')
    or b.cents <> (select sum(cents) from order_balances o where o.promoter_id = b.promoter_id)
    or (select sum(greatest(0, cents)) from order_balances o where o.promoter_id = b.promoter_id)
      <> (select sum(cents) from event_balances e where e.promoter_id = b.promoter_id)
    or (select sum(cents) from sales_hours h where h.promoter_id = b.promoter_id)
      <> (select sum(amount_cents) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.promoter_id = b.promoter_id and t.kind = 'sale' and e.account in ('promoter', 'taxes'))
    or (select count(*) from unstated_transactions u where u.promoter_id = b.promoter_id)
      <> (select count(*) from ledger_transactions t where t.promoter_id = b.promoter_id))`

/** Compares both ways, because `except` finds only what is missing on one side. */
function wrongHours(promoters: readonly string[]): RawBuilder<unknown> {
  const columns = sql`promoter_id, event_id, currency, dimension, key, hour, ${measureColumns}`
  const isChecked = sql`promoter_id = any(${promoters}::uuid[])`
  const stored = sql`select ${columns} from report_hours where ${isChecked}`
  const computed = sql`
    select * from (
      with facts as (
        select promoter_id, 'money' as kind, id as fact_id, null::timestamptz as at, 1 as sign from ledger_transactions where ${isChecked}
        union all
        select promoter_id, 'unpaid', id, null, 1 from orders where ${isChecked} and paid_at is null
        union all
        select t.promoter_id, 'void', t.id, t.voided_at, 1 from orders o join tickets t on t.order_id = o.id
        where o.promoter_id = any(${promoters}::uuid[]) and t.status = 'void'
      ), ${reportDeltasCtes}
      select ${columns} from deltas
    ) computed`
  return sql`(${stored} except ${computed}) union all (${computed} except ${stored})`
}

const wrongMonths = (promoters: readonly string[]): RawBuilder<unknown> => {
  const isChecked = sql`promoter_id = any(${promoters}::uuid[])`
  const sums = sql.raw(REPORT_MEASURES.map((name) => `sum(${name})`).join(', '))
  return sql`
    (select promoter_id, dimension, key, ${sums} from report_hours where ${isChecked} group by 1, 2, 3)
    except (select promoter_id, dimension, key, ${sums} from report_totals where ${isChecked} and unit = 'month' group by 1, 2, 3)`
}
