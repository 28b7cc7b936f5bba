import { sql, type RawBuilder } from 'kysely'
import type { SettlementRules, SettlementSums } from '#model/money/settlements.ts'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import { dueRowsCtes, notDueRowsSql, hasEventNotDue } from './due-rows.ts'
import { eventsOfOrder } from './balance-total-rows.ts'

export interface SettlementSumsRow extends SettlementSums, SettlementRules {
  currency: string
  /** Part of the balance that is in the ledger account `taxes`. */
  taxBalanceCents: number
  underwayCents: number
  paidCents: number
}

/**
 * Returns the promoter's ledger sums by currency, read in one snapshot: the totals plus the transactions that aren't added
 * to them yet. With `isFolded`, only the totals, which don't change while the caller holds their lock. An order's amount is
 * due when all of its events are due (`dueAtMs`) and no refund is pending. An order with a negative amount reduces the
 * balance at once. The reserve's period begins in the middle of an hour, so the sales of that hour are read one by one.
 */
export function listSettlementSums(
  db: Db,
  { promoterId, now, isFolded = false }: { promoterId: string; now: Date; isFolded?: boolean },
): Promise<SettlementSumsRow[]> {
  return queryRows<SettlementSumsRow>(db)`
    with ${dueRowsCtes({ promoterId, now, isFolded })}, not_due as (
      select currency, sum(cents) as cents from (${notDueRowsSql(promoterId)}) h group by currency
    ), span as (
      select s.since, date_trunc('hour', s.since, 'UTC') + interval '1 hour' as full_hour
      from rules r cross join lateral (
        select ${now}::timestamptz - make_interval(hours => 24 * r.reserve_days) as since) s
      where r.reserve_basis_points > 0
    ), single as (
      select t.order_id, t.currency, e.amount_cents as cents from span s
      join ledger_transactions t on t.promoter_id = ${promoterId} and t.kind = 'sale'
        and t.created_at > s.since and t.created_at < s.full_hour
      join ledger_entries e on e.transaction_id = t.id and e.account in ('promoter', 'taxes')
      where ${isFolded ? sql`t.id not in (select id from tail)` : sql`true`}
      union all
      select a.order_id, a.currency, a.cents from span s join added a on a.kind = 'sale' and a.created_at >= s.full_hour
    ), recent as (
      select currency, cents, ${hasEventNotDue('h.event_ids')} as is_later from (
        select h.currency, h.event_ids, sum(h.cents) as cents from span s
        join sales_hours h on h.promoter_id = ${promoterId} and h.hour >= s.full_hour group by h.currency, h.event_ids
      ) h
      union all
      select x.currency, x.cents, x.order_id in (select order_id from refunding) or ${hasEventNotDue('x.event_ids')}
      from (select *, ${eventsOfOrder('single.order_id')} as event_ids from single) x
      union all
      select a.currency, e.amount_cents * v.sign, v.is_later from span s
      join apart a on a.is_refunding and not ${hasEventNotDue('a.event_ids')}
      join ledger_transactions t on t.order_id = a.order_id and t.currency = a.currency and t.kind = 'sale'
        and t.created_at >= s.full_hour and t.id not in (select id from tail)
      join ledger_entries e on e.transaction_id = t.id and e.account in ('promoter', 'taxes')
      cross join (values (1, true), (-1, false)) v (sign, is_later)
    ), reservable as (
      select currency, coalesce(sum(cents) filter (where not is_later), 0) as due,
        coalesce(sum(cents) filter (where is_later), 0) as later from recent group by currency
    ), settled as (
      select currency, coalesce(sum(amount_cents) filter (where status in ('open', 'cancelling', 'sent')), 0) as underway,
        coalesce(sum(amount_cents) filter (where status = 'paid'), 0) as paid
      from settlements where promoter_id = ${promoterId} group by currency
    ), ${memberDebts(promoterId)}, balance as (
      select currency, sum(cents) as cents, sum(tax_cents) as taxes from (
        select currency, cents, tax_cents from promoter_balances where promoter_id = ${promoterId}
        union all
        select currency, cents, tax_cents from added
      ) b group by currency
    )
    select b.currency, b.cents::bigint as "balanceCents", b.taxes::bigint as "taxBalanceCents",
      coalesce(n.cents, 0)::bigint as "notDueCents", coalesce(m.cents, 0)::bigint as "memberDebtCents",
      coalesce(c.due, 0)::bigint as "recentDueSalesCents", coalesce(c.later, 0)::bigint as "recentNotDueSalesCents",
      coalesce(s.underway, 0)::bigint as "underwayCents", coalesce(s.paid, 0)::bigint as "paidCents",
      r.early_share_basis_points as "earlyShareBasisPoints", r.reserve_basis_points as "reserveBasisPoints"
    from balance b cross join rules r
    left join not_due n using (currency) left join reservable c using (currency)
    left join settled s using (currency) left join member_debts m using (currency)
    order by abs(b.cents) desc, b.currency`
}

/** CTE `member_debts`: what members have been paid in excess of their commission after deductions, by currency. */
const memberDebts = (promoterId: string): RawBuilder<unknown> => sql`
  member_debts as (
    select currency, sum(-cents) as cents from (
      select p.currency, (
        select sum(e.amount_cents) from ledger_entries e
        where e.member_id = p.member_id and e.promoter_id = ${promoterId} and e.currency = p.currency
      ) as cents
      from (select distinct member_id, currency from payouts where promoter_id = ${promoterId}) p
    ) m where cents < 0 group by currency
  )`
