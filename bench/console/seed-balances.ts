import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** An order's sale or refund, with what the promoter gets or returns. */
const facts = sql`
  select o.id as order_id, p.promoter_id, p.event_id, o.paid_at as at, o.total_cents - o.ticket_fees_cents - o.order_fees_cents as sold,
    case p.status when 'refunded' then o.total_cents - o.ticket_fees_cents - o.order_fees_cents else o.refunded_cents end as returned
  from orders o join plan p on p.id = o.id where o.paid_at is not null`

/**
 * Inserts the promoters' totals of the ledger, which Foyer adds up promoter by promoter. `findBrokenSeed` compares them with the ledger.
 */
export async function insertBalances(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into promoter_balances (promoter_id, currency, cents, tax_cents)
    select promoter_id, currency, sum(amount_cents), coalesce(sum(amount_cents) filter (where account = 'taxes'), 0)
    from ledger_entries where account in ('promoter', 'taxes') group by 1, 2`.execute(db)
  await sql`
    insert into order_balances (promoter_id, order_id, currency, cents)
    select promoter_id, order_id, 'EUR', sold - returned from (${facts}) f order by at`.execute(db)
  await sql`
    insert into event_balances (promoter_id, currency, event_ids, cents)
    select promoter_id, 'EUR', array[event_id], sum(greatest(0, sold - returned)) from (${facts}) f
    group by promoter_id, event_id having sum(greatest(0, sold - returned)) <> 0`.execute(db)
  await sql`
    insert into sales_hours (promoter_id, hour, currency, event_ids, cents)
    select promoter_id, date_trunc('hour', at, 'UTC'), 'EUR', array[event_id], sum(sold) from (${facts}) f
    group by 1, 2, event_id order by 2`.execute(db)
  await sql`
    insert into unstated_transactions (promoter_id, currency, transaction_id)
    select promoter_id, currency, id from ledger_transactions`.execute(db)
}
