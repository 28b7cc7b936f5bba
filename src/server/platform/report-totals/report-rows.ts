import { sql } from 'kysely'
import { execute, queryRow, type Db, type Trx } from '#server/platform/db/query.ts'
import { reportDeltasCtes, REPORT_MEASURES, measureColumns, summedColumns } from './delta-rows.ts'

const addTo = (table: 'report_hours' | 'report_totals') =>
  sql.raw(REPORT_MEASURES.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', '))

/**
 * SQL that inserts totals over all events of a promoter, by hour and month. `of` has the columns of `report_hours`.
 */
const totalsOf = (of: 'deltas' | 'report_hours') => sql`
  insert into report_totals (promoter_id, unit, dimension, currency, at, key, ${measureColumns})
  select h.promoter_id, u.unit, h.dimension, h.currency, u.at, h.key, ${summedColumns}
  from ${sql.ref(of)} h
    cross join lateral (values ('hour', h.hour), ('month', date_trunc('month', h.hour, 'UTC'))) u (unit, at)
  where u.unit = 'month' or h.dimension <> 'type'
  group by 1, 2, 3, 4, 5, 6`

/** Locks the report tables. Returns false when another transaction has locked them. */
export async function tryLockReports(trx: Trx): Promise<boolean> {
  const row = await queryRow<{ isMine: boolean }>(trx)`
    select pg_try_advisory_xact_lock(hashtext('report_hours')) as "isMine"`
  return row?.isMine ?? false
}

/** Waits for the lock of the report tables and holds it until `unlockReports` on the same connection. */
export async function lockReports(connection: Db): Promise<void> {
  await execute(connection)`select pg_advisory_lock(hashtext('report_hours'))`
}

export async function unlockReports(connection: Db): Promise<void> {
  await execute(connection)`select pg_advisory_unlock(hashtext('report_hours'))`
}

/** Adds rows of `report_news` to the hours and totals. Returns their number. */
export async function addPendingToTotals(trx: Trx, limit: number): Promise<number> {
  const row = await queryRow<{ count: number }>(trx)`
    with facts as (
      delete from report_news where ctid = any(array(select ctid from report_news limit ${limit}))
      returning promoter_id, kind, fact_id, at, sign
    ), ${reportDeltasCtes}, folded as (
      insert into report_hours (promoter_id, event_id, currency, dimension, key, hour, totalled, ${measureColumns})
      select promoter_id, event_id, currency, dimension, key, hour, true, ${measureColumns} from deltas
      on conflict (promoter_id, dimension, currency, hour, event_id, key) do update
      set ${addTo('report_hours')}
    ), totalled as (
      ${totalsOf('deltas')}
      on conflict (promoter_id, unit, dimension, currency, at, key) do update set ${addTo('report_totals')}
    )
    select count(*)::int as count from facts`
  return row?.count ?? 0
}

/** All facts that reports count, in the format of `report_news`. */
const everything = sql`
  select promoter_id, 'money' as kind, id as fact_id, null::timestamptz as at, 1 as sign from ledger_transactions
  where kind in ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'commission') and order_id is not null
  union all
  select promoter_id, 'free', id, null, 1 from orders where paid_at is not null and total_cents = 0
  union all
  select promoter_id, 'unpaid', id, null, 1 from orders where paid_at is null and status <> 'pending'
  union all
  select promoter_id, 'void', id, voided_at, 1 from tickets where status = 'void'`

/**
 * Rebuilds all hours and totals from one snapshot. Rows added to `report_news` after the snapshot stay there. The
 * caller holds the lock, in a repeatable-read transaction.
 */
export async function rebuildTotals(trx: Trx): Promise<void> {
  // The insert sorts and groups all orders in memory.
  await execute(trx)`set local work_mem = '128MB'`
  await execute(trx)`delete from report_news`
  await execute(trx)`delete from report_hours`
  await execute(trx)`delete from report_totals`
  await execute(trx)`
    with facts as (${everything}), ${reportDeltasCtes}
    insert into report_hours (promoter_id, event_id, currency, dimension, key, hour, totalled, ${measureColumns})
    select promoter_id, event_id, currency, dimension, key, hour, true, ${measureColumns} from deltas
    order by promoter_id, dimension, currency, hour`
  await totalsOf('report_hours').execute(trx)
}

/** CTEs ending in `reportDeltasCtes`, for the promoter's rows of `report_news` that haven't been added to the totals yet. */
export const pendingDeltas = (promoterId: string) => sql`
  with facts as (select * from report_news where promoter_id = ${promoterId}), ${reportDeltasCtes}`
