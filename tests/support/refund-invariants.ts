import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { PREPARED } from './prepared.ts'

/**
 * Returns tickets that are void although not refunded, as messages: a ticket may be void only when an accepted refund names it or its order
 * is fully refunded. A refund that failed later counts as accepted.
 */
export async function findWrongVoids(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    with taken as (
      select r.id, r.order_id, r.amount_cents from refunds r
      where r.status = 'succeeded' or exists (select from ledger_transactions l where l.fact = 'refund:' || r.id)
    )
    select 'ticket ' || t.id || ' of order ' || o.id || ' is void, and its money has not gone back' as wrong
    from tickets t join orders o on o.id = t.order_id
    where ${PREPARED} and t.status = 'void'
      and not exists (select from taken r join refund_tickets x on x.refund_id = r.id where r.order_id = o.id and x.ticket_id = t.id)
      and not (o.total_cents > 0 and (select sum(r.amount_cents) from taken r where r.order_id = o.id) >= o.total_cents)`.execute(
    db,
  )
  return rows.map((row) => row.wrong)
}

/** Returns refunds that exceed a party's share, leave a ticket valid after a full refund, or miss in the ledger. */
export async function findWrongRefunds(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    with sold as (
      select o.id, o.total_cents - o.tax_cents - o.ticket_fees_cents - o.order_fees_cents as promoter, o.tax_cents as taxes,
        o.ticket_fees_cents + o.order_fees_cents as fees,
        o.ticket_fees_cents + o.order_fees_cents + o.absorbed_fees_cents as platform,
        coalesce(t.taxes_remitted_by, 'promoter') as remitted_by, coalesce(t.processing_fee_paid_by, 'platform') as fee_paid_by,
        o.taken_outside is not null as is_outside
      from orders o left join platform_terms t on t.id = o.terms_id
      where o.paid_at is not null
    ), given as (
      select order_id, sum(promoter_cents) as promoter, sum(taxes_cents) as taxes, sum(fees_cents) as fees,
        sum(fees_cents + absorbed_fees_cents) as platform
      from refunds where status = 'succeeded' group by 1
    ), kept as (
      select s.id, s.remitted_by, s.fee_paid_by, s.is_outside, s.promoter - coalesce(g.promoter, 0) as promoter, s.taxes - coalesce(g.taxes, 0) as taxes,
        s.fees - coalesce(g.fees, 0) as fees, s.platform - coalesce(g.platform, 0) as platform
      from sold s left join given g on g.order_id = s.id
    ), booked as (
      select t.order_id, case when e.account = 'voucher_grants' or exists (
        select from voucher_sales s where s.order_id = t.order_id and s.voucher_id = e.voucher_id)
        then 'promoter' else e.account end as account, sum(e.amount_cents) as cents
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.kind in ('sale', 'refund', 'refund_failed') group by 1, 2
    )
    select 'order ' || id || ' gave back more than it had: ' || kept::text as wrong
    from kept where least(promoter, taxes, fees, platform) < 0
    union all
    select 'order ' || k.id || ' should have ' || x.cents || ' on ' || x.account || ', the ledger says ' || coalesce(b.cents, 0)
    from kept k cross join lateral (values
      ('promoter', case when k.is_outside then -k.platform - case k.remitted_by when 'platform' then k.taxes else 0 end
        else k.promoter + k.fees - k.platform end),
      ('platform_fees', k.platform), ('outside', case when k.is_outside then k.promoter + k.taxes + k.fees else 0 end),
      ('taxes', case when k.remitted_by = 'promoter' and not k.is_outside then k.taxes else 0 end),
      ('platform_taxes', case k.remitted_by when 'platform' then k.taxes else 0 end)) x (account, cents)
    left join booked b on b.order_id = k.id and b.account = x.account
    where coalesce(b.cents, 0) <> x.cents
    union all
    select 'ticket ' || t.id || ' was returned and has no return'
    from tickets t where t.returned_at is not null and t.status <> 'void' and not exists (
      select from refund_tickets rt join ticket_returns x on x.refund_id = rt.refund_id join refunds r on r.id = rt.refund_id
      where rt.ticket_id = t.id and r.status = 'pending')
    union all
    select 'ticket ' || t.id || ' is being returned and is still admitted'
    from ticket_returns x join refunds r on r.id = x.refund_id and r.status = 'pending'
    join refund_tickets rt on rt.refund_id = r.id join tickets t on t.id = rt.ticket_id
    where t.returned_at is null and t.status <> 'void'
    union all
    select 'ticket ' || rt.ticket_id || ' was returned ' || count(*) || ' times'
    from ticket_returns x join refunds r on r.id = x.refund_id and r.status <> 'failed'
    join refund_tickets rt on rt.refund_id = r.id group by rt.ticket_id having count(*) > 1
    union all
    select 'the provider’s fee of order ' || k.id || ' is not paid by the ' || k.fee_paid_by
    from kept k
    join ledger_transactions t on t.order_id = k.id and t.kind = 'processing_fee'
    join ledger_entries e on e.transaction_id = t.id and e.account <> 'processor'
    where e.account <> case k.fee_paid_by when 'platform' then 'platform_fees' else 'promoter' end
    union all
    select 'order ' || o.id || ' has terms that it can’t have'
    from orders o left join platform_terms t on t.id = o.terms_id
    where o.terms_id is not null and (t.id is null or t.currency <> o.currency or t.follows_default or t.effective_from > o.created_at
      or coalesce(t.promoter_id, o.promoter_id) <> o.promoter_id
      or (o.taken_outside is not null and not exists (select from door_sales d where d.order_id = o.id)))
    union all
    select 'order ' || o.id || ' is free and the platform takes a share of it'
    from orders o where o.subtotal_cents = o.discount_cents and o.ticket_fees_cents + o.order_fees_cents + o.absorbed_fees_cents <> 0
    union all
    select 'order ' || o.id || ' has given everything back and admits ' || t.count
    from orders o
    join (select order_id, count(*) from tickets where status <> 'void' group by 1) t on t.order_id = o.id
    join (select order_id, sum(amount_cents) as cents from refunds where status = 'succeeded' group by 1) r on r.order_id = o.id
    where o.total_cents > 0 and r.cents >= o.total_cents
    union all
    select 'the provider kept ' || p.fee_cents || ' of the payment of ' || p.order_id || ', the ledger says ' || coalesce(l.cents, 0)
    from payments p
    left join (
      select t.order_id, sum(e.amount_cents) as cents from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where e.account = 'processor' group by 1) l on l.order_id = p.order_id
    where ${PREPARED} and coalesce(p.fee_cents, 0) <> coalesce(l.cents, 0)`.execute(db)
  return rows.map((row) => row.wrong)
}
