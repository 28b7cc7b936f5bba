import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

export interface LedgerOrders {
  promoterId: string
  orders: number
  /** Between which the orders were paid. */
  from: Date
  to: Date
  /** Of the orders, in percent: for two or three events, with refunds, and with a dispute. */
  percent: { several: number; refunded: number; disputed: number }
}

/**
 * Inserts paid orders for random ticket types of a promoter with their ledger: sales, refunds up to all and more than the promoter got,
 * disputes. Without tickets and payments.
 */
export async function insertLedgerOrders(db: Kysely<Database>, given: LedgerOrders): Promise<void> {
  const { promoterId, orders, from, to, percent } = given
  const chance = (share: number): RawBuilder<boolean> => sql<boolean>`random() * 100 < ${share}::float8`
  await db.transaction().execute(async (trx) => {
    await sql`
      create temporary table plan on commit drop as
      with types as materialized (
        select array_agg(id order by id) as ids, count(*)::int as count from ticket_types where promoter_id = ${promoterId}
      )
      select n, gen_random_uuid() as id, ${from}::timestamptz + random() * (${to}::timestamptz - ${from}::timestamptz) as at,
        t.ids[1 + floor(random() * t.count)::int] as first_id,
        case when ${chance(percent.several)} then t.ids[1 + floor(random() * t.count)::int] end as second_id,
        case when ${chance(percent.several)} then t.ids[1 + floor(random() * t.count)::int] end as third_id,
        100 + floor(random() * 20000)::bigint as net, floor(random() * 3000)::bigint as tax, 1 + floor(random() * 500)::bigint as fee,
        ${chance(percent.refunded)} as is_refunded, ${chance(percent.disputed)} as is_disputed, random() as share
      from types t, generate_series(1, ${orders}::int) n`.execute(trx)
    await sql`
      insert into orders (id, number, promoter_id, cart_id, idempotency_key, status, currency, subtotal_cents, discount_cents,
        ticket_fees_cents, order_fees_cents, delivery_fee_cents, total_cents, first_name, last_name, email, delivery, created_at,
        expires_at, paid_at)
      select id, 'L' || left(id::text, 18), promoter, gen_random_uuid(), 'ledger-' || n, 'paid', 'EUR', net + tax, 0, 0, fee, 0, net + tax + fee,
        'Ada', 'Lovelace', 'ada' || n || '@example.com', '{"method": "e_ticket"}', at, at, at
      from plan cross join (select ${promoterId}::uuid as promoter) p`.execute(trx)
    await sql`
      insert into order_items (order_id, position, promoter_id, event_id, ticket_type_id, name, quantity, price_cents, ticket_fee_cents,
        discount_cents)
      select p.id, l.position, t.promoter_id, t.event_id, t.id, t.name, 1, p.net, 0, 0
      from plan p cross join lateral (values (0, p.first_id), (1, p.second_id), (2, p.third_id)) l (position, type_id)
      join ticket_types t on t.id = l.type_id`.execute(trx)
    await sql`
      insert into ledger_transactions (promoter_id, order_id, fact, kind, currency, created_at)
      select ${promoterId}::uuid, p.id, f.kind || ':' || p.id, f.kind, 'EUR', p.at + f.after
      from plan p cross join lateral (values ('sale', interval '0', true), ('refund', interval '1 day', p.is_refunded),
        ('dispute', interval '20 days', p.is_disputed)) f (kind, after, applies)
      where f.applies`.execute(trx)
    await sql`
      insert into ledger_entries (transaction_id, position, promoter_id, account, currency, amount_cents)
      select t.id, e.position, t.promoter_id, e.account, 'EUR', e.cents
      from plan p join ledger_transactions t on t.order_id = p.id
      cross join lateral (
        select case t.kind when 'sale' then p.net else -ceil(p.net * p.share * 1.1)::bigint end as net,
          case t.kind when 'sale' then p.tax else -floor(p.tax * p.share)::bigint end as tax,
          case t.kind when 'sale' then p.fee else 0 end as fee
      ) a
      cross join lateral (values (0, 'buyer', -a.net - a.tax - a.fee), (1, 'promoter', a.net), (2, 'taxes', a.tax),
        (3, 'platform_fees', a.fee)) e (position, account, cents)
      where e.cents <> 0`.execute(trx)
  })
}
