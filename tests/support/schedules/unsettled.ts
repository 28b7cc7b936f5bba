import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** True when the problem says that the provider refused, not that Foyer requested too much. */
const isRefused = (trouble: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${trouble} like 'Refund %' and ${trouble} !~ 'greater than what is left|already been refunded')`

/** Returns what is still pending, as messages. Empty once all jobs are done. */
export async function findUnsettled(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ waits: string }>`
    select 'order ' || id || ' is still pending' as waits from orders where status = 'pending'
    union all
    select 'payment of ' || order_id || ' is still ' || status from payments
    where status not in ('succeeded', 'refunded', 'cancelled')
      -- What the provider refuses to give back is for people to settle.
      and not (status = 'refunding' and ${isRefused(sql`trouble`)})
    union all
    select 'the payment of ' || order_id || ' is in trouble: ' || trouble from payments where trouble like 'The provider gave back %'
    union all
    select 'refund ' || id || ' of ' || order_id || ' is still pending' from refunds where status = 'pending'
    union all
    select 'event ' || event_id || ' is not processed' from payment_events where processed_at is null
    union all
    select 'settlement ' || id || ' is still ' || status from settlements where status in ('open', 'sent')
    union all
    select 'a hold of ' || ticket_type_id || ' is still there' from holds
    union all
    select 'intent ' || id || ' is still ' || status || ' at the provider' from sandbox.intents
    where status in ('requires_action', 'processing') or (status = 'open' and id in (select intent_id from payments))`.execute(
    db,
  )
  return rows.map((row) => row.waits)
}

/**
 * Returns differences between the provider and Foyer, as messages: the kept amount equals the buyer's payments in the ledger, and is zero
 * for unhonoured payments. Refused and failed refunds must be reported as problems.
 */
/**
 * Returns differences between the provider's transfers and payouts to promoters and their settlements, as messages: nothing was paid twice
 * or without a settlement.
 */
export async function findWrongPayouts(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    with told as (
      select payee_id, currency, coalesce(sum(transfer_cents), 0) as moved,
        coalesce(sum(amount_cents) filter (where status in ('sent', 'paid')), 0) as paid, count(provider_payout_id) as payouts
      from settlements group by 1, 2
    ), done as (
      select payee_id, currency, sum(moved) as moved, sum(paid) as paid, sum(payouts) as payouts from (
        select payee_id, currency, case when is_reversed then 0 else amount_cents end as moved, 0 as paid, 0 as payouts from sandbox.transfers
        union all
        select payee_id, currency, 0, case when status = 'failed' then 0 else amount_cents end, 1 from sandbox.payouts
      ) x group by 1, 2
    )
    select 'the provider moved ' || coalesce(d.moved, 0) || ' and paid ' || coalesce(d.paid, 0) || ' in ' || coalesce(d.payouts, 0) ||
      ' payouts to ' || coalesce(t.payee_id, d.payee_id) || ', settlements say ' || coalesce(t.moved, 0) || ', ' || coalesce(t.paid, 0) ||
      ' and ' || coalesce(t.payouts, 0) as wrong
    from told t full join done d on (d.payee_id, d.currency) = (t.payee_id, t.currency)
    where (coalesce(d.moved, 0), coalesce(d.paid, 0), coalesce(d.payouts, 0)) <>
      (coalesce(t.moved, 0), coalesce(t.paid, 0), coalesce(t.payouts, 0))`.execute(db)
  return rows.map((row) => row.wrong)
}

export async function findDisagreements(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    with provider as (
      select i.id, (i.metadata ->> 'orderId')::uuid as order_id, i.amount_cents, i.currency, i.fee_cents,
        case when i.status = 'succeeded' then i.amount_cents else 0 end
          - coalesce((select sum(amount_cents) from sandbox.refunds r where r.intent_id = i.id and r.status <> 'failed'), 0)
          - coalesce((select sum(amount_cents) from sandbox.disputes d where d.intent_id = i.id and d.status <> 'won'), 0) as kept
      from sandbox.intents i
    ), ledger as (
      select t.order_id, -coalesce(sum(e.amount_cents) filter (where e.account = 'buyer'), 0) as kept,
        coalesce(sum(e.amount_cents) filter (where e.account = 'processor'), 0) as fee
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id group by t.order_id
    )
    select 'the provider kept ' || p.kept || ' of order ' || p.order_id || ' (' || o.status || '), the ledger says ' || coalesce(l.kept, 0) as wrong
    from provider p join orders o on o.id = p.order_id left join ledger l on l.order_id = p.order_id
    left join payments y on y.order_id = p.order_id
    where p.kept <> coalesce(l.kept, 0) and not (o.paid_at is null and ${isRefused(sql`coalesce(y.trouble, '')`)})
    union all
    select 'the provider made refund ' || r.id || ' of ' || r.amount_cents || ' that Foyer knows nothing of, or another one'
    from sandbox.refunds r left join refunds f on f.id::text = r.metadata ->> 'refundKey'
    where r.metadata ? 'refundKey' and (f.id is null or f.amount_cents - f.voucher_cents - f.credit_cents <> r.amount_cents or f.provider_refund_id is distinct from r.id)
    union all
    select 'refund ' || f.id || ' is ' || f.status || ', the provider says ' || r.status
    from sandbox.refunds r join refunds f on f.id::text = r.metadata ->> 'refundKey' where f.status <> r.status
    union all
    select 'the provider’s fee for order ' || p.order_id || ' is ' || coalesce(p.fee_cents, 0) || ', the ledger says ' || coalesce(l.fee, 0)
    from provider p join orders o on o.id = p.order_id left join ledger l on l.order_id = p.order_id
    where coalesce(p.fee_cents, 0) <> coalesce(l.fee, 0)
    union all
    select 'intent ' || p.id || ' is for ' || p.amount_cents || ' ' || p.currency || ', its order costs ' || o.total_cents - o.voucher_cents || ' ' || o.currency
    from provider p join orders o on o.id = p.order_id where (p.amount_cents, p.currency) <> (o.total_cents - o.voucher_cents, o.currency)
    union all
    select 'order ' || o.id || ' has ' || count(*) || ' intents at the provider'
    from provider p join orders o on o.id = p.order_id group by o.id having count(*) > 1
    union all
    select 'order ' || o.id || ' is paid and has no confirmation'
    from orders o where o.paid_at is not null
      and not exists (select from mails m where m.kind = 'order_confirmed' and m.payload ->> 'orderId' = o.id::text)
    union all
    select 'order ' || o.id || ' costs ' || o.total_cents - o.voucher_cents || ' beyond its vouchers' || ' and is paid without a payment that succeeded'
    from orders o left join payments p on p.order_id = o.id
    where o.paid_at is not null and o.total_cents > o.voucher_cents and p.status is distinct from 'succeeded' and p.status is distinct from 'refunded'
    union all
    select 'order ' || t.order_id || ' has ' || count(*) || ' tickets of ' || t.ticket_type_id || ' instead of ' || coalesce(i.quantity, 0)
    from tickets t
    left join (select order_id, ticket_type_id, sum(quantity) as quantity from order_items group by 1, 2) i
      on i.order_id = t.order_id and i.ticket_type_id = t.ticket_type_id
    group by t.order_id, t.ticket_type_id, i.quantity having count(*) <> coalesce(i.quantity, 0)`.execute(db)
  return rows.map((row) => row.wrong)
}
