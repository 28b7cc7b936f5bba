import { sql, type RawBuilder } from 'kysely'
import { eventsOfOrder } from './balance-total-rows.ts'

/**
 * SQL condition: refunds of the cancelled event `e` are incomplete. A refund is incomplete while it waits or is
 * pending. After it was refused or has failed, it is incomplete until a later refund succeeds or an operator decides
 * that the promoter keeps the money.
 */
export const hasOpenRefunds = sql<boolean>`exists (
  select from cancelled_orders c left join refunds f on f.id = c.refund_id
  where c.event_id = e.id and (c.done_at is null or f.status = 'pending' or ((c.refused or f.status = 'failed') and c.settled_at is null and not exists (
    select from refunds s where s.order_id = c.order_id and s.status = 'succeeded' and s.created_at > c.done_at))))`

/** Latest end of the event `e` since its first order, because the end can be changed. */
export const latestEnd = sql<Date>`greatest(e.ends_at, e.latest_ends_at)`

interface Which {
  promoterId: string
  now: Date
  /** True to read the totals only, without transactions that aren't added to them yet. */
  isFolded?: boolean
}

/**
 * Common table expressions:
 * - `rules`: the promoter's settings
 * - `later_events`: events that aren't due; `due_at` is null while the refunds of a cancelled event are incomplete
 * - `tail`: transactions that aren't in the totals
 * - `added`: the transactions of `tail` that are counted here
 * - `refunding`: orders with a pending refund, which aren't due
 * - `apart`: orders whose amounts differ from the totals by event, because of new transactions or a pending refund
 */
export const dueRowsCtes = ({ promoterId, now, isFolded = false }: Which) => sql`
  rules as (
    select coalesce(max(delay_days), 3) as delay_days, coalesce(max(reserve_days), 30) as reserve_days,
      coalesce(max(reserve_basis_points), 0) as reserve_basis_points,
      coalesce(max(early_share_basis_points), 0) as early_share_basis_points
    from settlement_settings where promoter_id = ${promoterId}
  ), later_events as materialized (
    select e.id, d.due_at from events e, rules r
      cross join lateral (select case
        when not (e.status = 'cancelled' and e.cancel_refunds) then ${latestEnd} + make_interval(hours => 24 * r.delay_days)
        when not ${hasOpenRefunds} then e.cancelled_at + make_interval(hours => 24 * r.delay_days)
      end as due_at) d
    where e.promoter_id = ${promoterId} and coalesce(d.due_at > ${now}::timestamptz, true)
  ), tail as materialized (
    select t.id, t.order_id, t.currency, t.kind, t.created_at, sum(e.amount_cents) as cents,
      coalesce(sum(e.amount_cents) filter (where e.account = 'taxes'), 0) as tax_cents
    from unfolded_transactions u
    join ledger_transactions t on t.id = u.transaction_id
    join ledger_entries e on e.transaction_id = t.id and e.account in ('promoter', 'taxes')
    where u.promoter_id = ${promoterId} group by t.id
  ), added as (
    select * from tail ${isFolded ? sql`where false` : sql``}
  ), refunding as (
    select distinct order_id from refunds where promoter_id = ${promoterId} and status = 'pending'
  ), apart as (
    select x.order_id, x.currency, sum(x.folded) as folded, sum(x.folded + x.added) as cents,
      x.order_id in (select order_id from refunding) as is_refunding, ${eventsOfOrder('x.order_id')} as event_ids
    from (
      select b.order_id, b.currency, b.cents as folded, 0 as added from order_balances b
      where b.promoter_id = ${promoterId}
        and b.order_id in (select order_id from refunding union select order_id from added where order_id is not null)
      union all
      select order_id, currency, 0, cents from added where order_id is not null
    ) x group by x.order_id, x.currency
  )`

/**
 * SQL condition: at least one event in the array column isn't due. Uses an aggregate, for which PostgreSQL reads
 * `later_events` only once; with `exists`, it would read all of them for each array.
 */
export const hasEventNotDue = (eventIds: string): RawBuilder<boolean> => sql<boolean>`
  (select coalesce(bool_or(u.id in (select id from later_events)), false) from unnest(${sql.ref(eventIds)}) u (id))`

/** Amounts of orders that aren't due, by the orders' sets of events. */
export const notDueRowsSql = (promoterId: string) => sql`
  select b.currency, b.event_ids, b.cents, false as is_refunding from event_balances b
  where b.promoter_id = ${promoterId} and ${hasEventNotDue('b.event_ids')}
  union all
  select a.currency, a.event_ids, -greatest(0, a.folded), false from apart a where ${hasEventNotDue('a.event_ids')}
  union all
  select a.currency, a.event_ids, greatest(0, a.cents), a.is_refunding from apart a
  where a.is_refunding or ${hasEventNotDue('a.event_ids')}`
