import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

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
    where t.status = 'void'
      and not exists (select from taken r join refund_tickets x on x.refund_id = r.id where r.order_id = o.id and x.ticket_id = t.id)
      and not (o.total_cents > 0 and (select sum(r.amount_cents) from taken r where r.order_id = o.id) >= o.total_cents)`.execute(
    db,
  )
  return rows.map((row) => row.wrong)
}

/**
 * Returns refunds that exceed an account's share (a promoter also returns absorbed fees), leave a ticket valid after a full refund, or miss
 * in the ledger.
 */
export async function findWrongRefunds(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select 'order ' || t.order_id || ' gave back ' || -sum(e.amount_cents) || ' more than ' || e.account || ' had of it' as wrong
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.kind in ('sale', 'refund', 'refund_failed') and e.account in ('promoter', 'taxes', 'platform_fees')
    group by t.order_id, e.account
    having sum(e.amount_cents) + case e.account when 'promoter' then (select o.absorbed_fees_cents from orders o where o.id = t.order_id) else 0 end < 0
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
    where coalesce(p.fee_cents, 0) <> coalesce(l.cents, 0)`.execute(db)
  return rows.map((row) => row.wrong)
}
