import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export async function listPromotersWithQueuedTransactions(db: Db): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    select distinct promoter_id as id from unfolded_transactions order by 1`
  return rows.map(({ id }) => id)
}

const lockKey = (promoterId: string) => sql`hashtextextended('balances:' || ${promoterId}::text, 0)`

export async function lockBalances(trx: Trx, promoterId: string): Promise<void> {
  await execute(trx)`select pg_advisory_xact_lock(${lockKey(promoterId)})`
}

/** Locks the totals like `lockBalances`, but returns false instead of waiting for another transaction. */
export async function tryLockBalances(trx: Trx, promoterId: string): Promise<boolean> {
  const row = await queryRow<{ isMine: boolean }>(trx)`
    select coalesce(pg_try_advisory_xact_lock(${lockKey(promoterId)}), false) as "isMine"`
  return row?.isMine ?? false
}

export const eventsOfOrder = (orderId: string) => sql<string[]>`
  array(select distinct i.event_id from order_items i where i.order_id = ${sql.ref(orderId)} order by 1)`

/**
 * Adds queued ledger transactions to the promoter's totals, and returns their number. One statement adds and dequeues them,
 * so that every read finds each transaction either in the totals or in the queue. The caller must hold the lock of the
 * totals.
 */
export async function addQueuedTransactions(
  trx: Trx,
  { promoterId, limit }: { promoterId: string; limit: number },
): Promise<number> {
  const row = await queryRow<{ count: number }>(trx)`
    with taken as (
      delete from unfolded_transactions
      where ctid = any(array(select ctid from unfolded_transactions where promoter_id = ${promoterId} limit ${limit}))
      returning transaction_id
    ), facts as (
      select t.id, t.order_id, t.currency, t.kind, t.created_at, count(e.transaction_id) as entries,
        coalesce(sum(e.amount_cents), 0)::bigint as cents,
        coalesce(sum(e.amount_cents) filter (where e.account = 'taxes'), 0)::bigint as tax_cents
      from taken n join ledger_transactions t on t.id = n.transaction_id
      left join ledger_entries e on e.transaction_id = t.id and e.account in ('promoter', 'taxes')
      group by t.id
    ), placed as (
      select o.order_id, ${eventsOfOrder('o.order_id')} as event_ids
      from (select distinct order_id from facts where order_id is not null and entries > 0) o
    ), balances as (
      insert into promoter_balances as b (promoter_id, currency, cents, tax_cents)
      select ${promoterId}::uuid, currency, sum(cents), sum(tax_cents) from facts where entries > 0 group by currency
      on conflict (promoter_id, currency) do update
      set cents = b.cents + excluded.cents, tax_cents = b.tax_cents + excluded.tax_cents
    ), nets as (
      insert into order_balances as b (promoter_id, order_id, currency, cents)
      select ${promoterId}::uuid, order_id, currency, sum(cents) from facts
      where order_id is not null and entries > 0 group by order_id, currency
      on conflict (promoter_id, order_id, currency) do update set cents = b.cents + excluded.cents
      returning new.order_id, new.currency, greatest(0, new.cents) - greatest(0, coalesce(old.cents, 0)) as cents
    ), events as (
      insert into event_balances as b (promoter_id, currency, event_ids, cents)
      select ${promoterId}::uuid, n.currency, p.event_ids, sum(n.cents) from nets n join placed p using (order_id)
      group by n.currency, p.event_ids having sum(n.cents) <> 0
      on conflict (promoter_id, currency, event_ids) do update set cents = b.cents + excluded.cents
    ), sales as (
      insert into sales_hours as h (promoter_id, hour, currency, event_ids, cents)
      select ${promoterId}::uuid, date_trunc('hour', f.created_at, 'UTC'), f.currency, p.event_ids, sum(f.cents)
      from facts f join placed p using (order_id) where f.kind = 'sale'
      group by 2, f.currency, p.event_ids
      on conflict (promoter_id, hour, currency, event_ids) do update set cents = h.cents + excluded.cents
    ), unstated as (
      insert into unstated_transactions (promoter_id, currency, transaction_id)
      select ${promoterId}::uuid, currency, id from facts f
      where not exists (select from statement_transactions s where s.transaction_id = f.id)
    )
    select count(*)::int as count from facts`
  return row?.count ?? 0
}
