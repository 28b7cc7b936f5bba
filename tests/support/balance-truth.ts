import { sql, type Kysely } from 'kysely'
import { listSettlementSums, type SettlementSumsRow } from '#server/money/balances/balance-rows.ts'
import { hasOpenRefunds, latestEnd } from '#server/money/balances/due-rows.ts'
import { listNotDueRows } from '#server/money/balances/not-due-rows.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { PREPARED } from './prepared.ts'

/**
 * Returns differences between the totals and the ledger transactions that aren't queued, as messages. Each transaction is queued, on a
 * statement, or listed as on none.
 */
export async function findWrongTotals(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    with folded as (
      select t.promoter_id, t.order_id, t.currency, t.kind, t.created_at, e.account, e.amount_cents,
        array(select distinct i.event_id from order_items i where i.order_id = t.order_id order by 1) as event_ids
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account in ('promoter', 'taxes')
      where not exists (select from unfolded_transactions u where u.transaction_id = t.id)
    ), by_order as (
      select promoter_id, order_id, currency, event_ids, sum(amount_cents) as cents
      from folded where order_id is not null group by 1, 2, 3, 4
    ), truth as (
      select 'balance' as total, array[promoter_id::text, currency] as key, sum(amount_cents) as cents from folded group by 1, 2
      union all
      select 'taxes', array[promoter_id::text, currency], coalesce(sum(amount_cents) filter (where account = 'taxes'), 0)
      from folded group by 1, 2
      union all
      select 'order', array[promoter_id::text, order_id::text, currency], cents from by_order
      union all
      select 'events', array[promoter_id::text, currency, event_ids::text], sum(greatest(0, cents)) from by_order group by 1, 2
      union all
      select 'sales', array[promoter_id::text, currency, event_ids::text, date_trunc('hour', created_at, 'UTC')::text], sum(amount_cents)
      from folded where kind = 'sale' group by 1, 2
    ), told as (
      select 'balance' as total, array[promoter_id::text, currency] as key, cents from promoter_balances
      union all
      select 'taxes', array[promoter_id::text, currency], tax_cents from promoter_balances
      union all
      select 'order', array[promoter_id::text, order_id::text, currency], cents from order_balances
      union all
      select 'events', array[promoter_id::text, currency, event_ids::text], cents from event_balances
      union all
      select 'sales', array[promoter_id::text, currency, event_ids::text, hour::text], cents from sales_hours
    )
    select 'the total ' || coalesce(a.total, b.total) || ' of ' || coalesce(a.key, b.key)::text || ' is ' || coalesce(b.cents, 0) ||
      ', the ledger says ' || coalesce(a.cents, 0) as wrong
    from truth a full join told b on (b.total, b.key) = (a.total, a.key)
    where coalesce(a.cents, 0) <> coalesce(b.cents, 0)
    union all
    select 'transaction ' || t.fact || ' is queued ' || x.queued || ' times and ' ||
      case when x.is_unstated then 'listed as on no statement' else 'not listed' end
    from ledger_transactions t cross join lateral (
      select (select count(*) from unfolded_transactions u where u.transaction_id = t.id) as queued,
        exists (select from unstated_transactions n where n.transaction_id = t.id) as is_unstated,
        exists (select from statement_transactions s where s.transaction_id = t.id) as is_stated
    ) x
    where ${PREPARED} and (x.queued > 1 or (x.queued = 1 and x.is_unstated) or (x.queued = 0 and x.is_unstated = x.is_stated))`.execute(
    db,
  )
  return rows.map((row) => row.wrong)
}

/** Compares a promoter's balance with the sums of its ledger, order by order; returns differences as messages. */
export async function findWrongBalances(
  db: Kysely<Database>,
  which: { promoterId: string; now: Date },
): Promise<string[]> {
  // In one snapshot.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const [told, truth] = [await listSettlementSums(trx, which), await sumLedger(trx, which)]
      const wrong = JSON.stringify(told) === JSON.stringify(truth) ? [] : [sumsDiffer(told, truth)]
      const events = await listNotDueRows(trx, { ...which, limit: 1000 })
      for (const { currency, notDueCents } of truth) {
        const ofEvents = events.filter((row) => row.currency === currency)
        const cents = ofEvents.reduce((sum, row) => sum + row.amountCents, 0)
        if (cents !== notDueCents)
          wrong.push(`Events have ${cents} ${currency} that isn’t due, the ledger says ${notDueCents}`)
      }
      return wrong
    })
}

const sumsDiffer = (told: unknown, truth: unknown): string =>
  `The balance is ${JSON.stringify(told)}, the ledger says ${JSON.stringify(truth)}`

/** Like `listSettlementSums`, from the ledger alone. */
async function sumLedger(
  db: Kysely<Database>,
  { promoterId, now }: { promoterId: string; now: Date },
): Promise<SettlementSumsRow[]> {
  const { rows } = await sql<SettlementSumsRow>`
    with rules as (
      select coalesce(max(delay_days), 3) as delay_days, coalesce(max(reserve_days), 30) as reserve_days,
        coalesce(max(reserve_basis_points), 0) as reserve_basis_points,
        coalesce(max(early_share_basis_points), 0) as early_share_basis_points
      from settlement_settings where promoter_id = ${promoterId}
    ), later_orders as (
      select i.order_id from order_items i join events e on e.id = i.event_id cross join rules r
      where e.promoter_id = ${promoterId} and case
        when not (e.status = 'cancelled' and e.cancel_refunds) then ${latestEnd} + make_interval(hours => 24 * r.delay_days) > ${now}::timestamptz
        when not ${hasOpenRefunds} then e.cancelled_at + make_interval(hours => 24 * r.delay_days) > ${now}::timestamptz
        else true end
      union
      select order_id from refunds where promoter_id = ${promoterId} and status = 'pending'
    ), entries as (
      select t.order_id, t.kind, t.created_at, e.account, e.currency, e.amount_cents as cents,
        t.order_id in (select order_id from later_orders) is true as is_later
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account in ('promoter', 'taxes')
      where t.promoter_id = ${promoterId}
    ), not_due as (
      select currency, sum(greatest(0, cents)) as cents
      from (select currency, sum(cents) as cents from entries where is_later group by order_id, currency) o group by currency
    ), recent as (
      select e.currency, coalesce(sum(e.cents) filter (where not is_later), 0) as due,
        coalesce(sum(e.cents) filter (where is_later), 0) as later
      from entries e, rules r
      where e.kind = 'sale' and r.reserve_basis_points > 0
        and e.created_at > ${now}::timestamptz - make_interval(hours => 24 * r.reserve_days)
      group by e.currency
    ), settled as (
      select currency, coalesce(sum(amount_cents) filter (where status in ('open', 'cancelling', 'sent')), 0) as underway,
        coalesce(sum(amount_cents) filter (where status = 'paid'), 0) as paid
      from settlements where promoter_id = ${promoterId} group by currency
    ), member_debts as (
      select currency, sum(paid - earned) as cents from (
        select currency, sum(earned) as earned, sum(paid) as paid from (
          select member_id, currency, amount_cents - clawed_back_cents as earned, 0 as paid from earnings
          where promoter_id = ${promoterId} and status = 'earned'
          union all
          select member_id, currency, 0, amount_cents from payouts
          where promoter_id = ${promoterId} and status not in ('failed', 'refused')
        ) facts group by member_id, currency
      ) m where paid > earned group by currency
    ), balance as (
      select currency, sum(cents) as cents, coalesce(sum(cents) filter (where account = 'taxes'), 0) as taxes from entries group by currency
    )
    select b.currency, b.cents::bigint as "balanceCents", b.taxes::bigint as "taxBalanceCents",
      coalesce(n.cents, 0)::bigint as "notDueCents", coalesce(m.cents, 0)::bigint as "memberDebtCents",
      coalesce(c.due, 0)::bigint as "recentDueSalesCents", coalesce(c.later, 0)::bigint as "recentNotDueSalesCents",
      coalesce(s.underway, 0)::bigint as "underwayCents", coalesce(s.paid, 0)::bigint as "paidCents",
      r.early_share_basis_points as "earlyShareBasisPoints", r.reserve_basis_points as "reserveBasisPoints"
    from balance b cross join rules r
    left join not_due n using (currency) left join recent c using (currency) left join settled s using (currency)
    left join member_debts m using (currency)
    order by abs(b.cents) desc, b.currency`.execute(db)
  return rows
}
