import { sql, type Kysely } from 'kysely'
import { addPendingReports, rebuildReports } from '#server/reports/reports/add-pending-reports.ts'
import { measureColumns, REPORT_MEASURES } from '#server/platform/report-totals/delta-rows.ts'
import { pendingDeltas } from '#server/platform/report-totals/report-rows.ts'
import type { Database } from '#server/platform/db/tables.ts'

/** Report rows of a promoter including pending facts, without empty ones. */
export async function readReports(db: Kysely<Database>, promoterId: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    ${pendingDeltas(promoterId)}, both_of as (
      select event_id, currency, dimension, key, hour, ${measureColumns} from report_hours where promoter_id = ${promoterId}
      union all
      select event_id, currency, dimension, key, hour, ${measureColumns} from deltas
    ), summed as (
      select event_id, currency, dimension, key, hour, sum(orders) o, sum(unpaid) u, sum(tickets) t, sum(returned) r, sum(refunds) n,
        sum(discount_cents) d, sum(promoter_cents) p, sum(taxes_cents) x, sum(fees_cents) f, sum(back_promoter_cents) bp,
        sum(back_taxes_cents) bx, sum(back_fees_cents) bf, sum(disputed_cents) q, sum(commission_cents) c, sum(base_cents) b
      from both_of group by 1, 2, 3, 4, 5
    )
    select summed::text as line from summed
    where (o, u, t, r, n, d, p, x, f, bp, bx, bf, q, c, b) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    order by 1`.execute(db)
  return rows.map((row) => row.line)
}

/** SQL for orders of tickets: reports leave out orders of vouchers. */
const hasTickets = sql`not exists (select from voucher_sales s where s.order_id = orders.id)`

/** Returns differences between the report rows and their source rows, as messages. */
export async function findReportDifferences(db: Kysely<Database>, promoterId: string): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    ${pendingDeltas(promoterId)}, said as (
      select dimension, sum(orders) orders, sum(unpaid) unpaid, sum(tickets) tickets, sum(returned) returned, sum(discount) discount,
        sum(promoter) promoter, sum(taxes) taxes, sum(fees) fees, sum(commission) commission
      from (
        select dimension, orders, unpaid, tickets, returned, discount_cents discount,
          promoter_cents - back_promoter_cents - disputed_cents promoter, taxes_cents - back_taxes_cents taxes,
          fees_cents - back_fees_cents fees, commission_cents commission
        from deltas
        union all
        select dimension, orders, unpaid, tickets, returned, discount_cents,
          promoter_cents - back_promoter_cents - disputed_cents, taxes_cents - back_taxes_cents,
          fees_cents - back_fees_cents, commission_cents
        from report_hours where promoter_id = ${promoterId}
      ) rows group by 1
    ), ledger as (
      select e.account, sum(e.amount_cents) cents from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.promoter_id = ${promoterId} and t.kind in ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won')
        and not exists (select from voucher_sales s where s.order_id = t.order_id) group by 1
    ), by_hand as (
      select sum(o.total_cents - o.refunded_cents) cents,
        sum(o.tax_cents - (select coalesce(sum(r.taxes_cents), 0) from refunds r where r.order_id = o.id and r.status = 'succeeded'))
          filter (where t.taxes_remitted_by is distinct from 'platform') taxes
      from orders o left join platform_terms t on t.id = o.terms_id where o.promoter_id = ${promoterId} and o.taken_outside is not null
    ), truth (what, amount) as (values
      ('orders', (select count(*) from orders where promoter_id = ${promoterId} and paid_at is not null and ${hasTickets})),
      ('unpaid', (select count(*) from orders where promoter_id = ${promoterId} and paid_at is null and status <> 'pending' and ${hasTickets})),
      ('tickets', (select count(*) from tickets where promoter_id = ${promoterId})),
      ('returned', (select count(*) from tickets where promoter_id = ${promoterId} and status = 'void')),
      ('discount', (select sum(discount_cents) from orders where promoter_id = ${promoterId} and paid_at is not null)),
      ('promoter', (select coalesce((select sum(cents) from ledger where account in ('promoter', 'voucher_grants')), 0) + coalesce(cents - coalesce(taxes, 0), 0) from by_hand)),
      ('taxes', (select coalesce((select sum(cents) from ledger where account in ('taxes', 'platform_taxes')), 0) + coalesce(taxes, 0)
        from by_hand)),
      ('fees', (select cents from ledger where account = 'platform_fees')),
      ('commission', (select sum(e.amount_cents) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.promoter_id = ${promoterId} and t.kind = 'commission' and e.account = 'member_earnings'))
    ), claims as (
      select d.dimension, c.what, c.amount
      from unnest(array['event', 'type', 'channel']) d (dimension) left join said s on s.dimension = d.dimension
      cross join lateral (values
        ('orders', s.orders), ('unpaid', s.unpaid), ('tickets', s.tickets), ('returned', s.returned), ('discount', s.discount),
        ('promoter', s.promoter), ('taxes', s.taxes), ('fees', s.fees), ('commission', s.commission)) c (what, amount)
      union all
      select 'tax', 'taxes', (select taxes from said where dimension = 'tax')
    )
    select 'reports by ' || dimension || ' say ' || what || ' ' || coalesce(c.amount, 0) || ', the rows ' || coalesce(t.amount, 0) as wrong
    from claims c join truth t using (what) where coalesce(c.amount, 0) <> coalesce(t.amount, 0)`.execute(db)
  return rows.map((row) => row.wrong)
}

/** Returns differences between totals and hours, as messages. */
async function findTotalDifferences(db: Kysely<Database>, promoterId: string): Promise<string[]> {
  const measures = sql.raw(REPORT_MEASURES.map((name) => `sum(${name})`).join(', '))
  const { rows } = await sql<{ wrong: string }>`
    with said as (
      select unit, dimension, currency, at, key, row(${measures})::text as sums from report_totals
      where promoter_id = ${promoterId} group by 1, 2, 3, 4, 5
    ), truth as (
      select unit, dimension, currency, u.at, key, row(${measures})::text as sums from report_hours
        cross join lateral (values ('hour', hour), ('month', date_trunc('month', hour, 'UTC'))) u (unit, at)
      where promoter_id = ${promoterId} and (unit = 'month' or dimension <> 'type') group by 1, 2, 3, 4, 5
    )
    select 'totals say ' || coalesce(said::text, 'nothing') || ', hours ' || coalesce(truth::text, 'nothing') as wrong
    from said full join truth using (unit, dimension, currency, at, key) where said.sums is distinct from truth.sums`.execute(
    db,
  )
  return rows.map((row) => row.wrong)
}

/** Returns differences before and after folding and rebuilding, as messages. */
export async function findReportProblems(db: Kysely<Database>, promoterId: string): Promise<string[]> {
  const differences = await findReportDifferences(db, promoterId)
  const before = await readReports(db, promoterId)
  await addPendingReports({ db })
  const folded = await readReports(db, promoterId)
  differences.push(...(await findTotalDifferences(db, promoterId)))
  await rebuildReports({ db })
  const rebuilt = await readReports(db, promoterId)
  differences.push(...(await findTotalDifferences(db, promoterId)))
  return [
    ...differences,
    ...compare(before, folded, 'after folding'),
    ...compare(folded, rebuilt, 'after a rebuild'),
  ]
}

const compare = (before: readonly string[], after: readonly string[], when: string): string[] => [
  ...before.filter((line) => !after.includes(line)).map((line) => `${line} is gone ${when}`),
  ...after.filter((line) => !before.includes(line)).map((line) => `${line} is new ${when}`),
]
