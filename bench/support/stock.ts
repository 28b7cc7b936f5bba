import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { insertEvent, insertFees, insertTicketType } from '#tests/support/factories.ts'

/** Ticket price in cents, without fees. */
export const PRICE_CENTS = 2500

/** In major units, as in the API. */
export const priceOf = (quantity: number): number => (quantity * PRICE_CENTS) / 100

/** Capacity that no bench exhausts. */
const PLENTY = 100_000_000

export async function findPromoter(db: Kysely<Database>): Promise<string> {
  const { id } = await db
    .selectFrom('promoters')
    .select('id')
    .where('slug', '=', 'aurora')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates an event with one hot ticket type and no fees. */
export async function putOnSale(db: Kysely<Database>, capacity: number = PLENTY): Promise<string> {
  const promoterId = await findPromoter(db)
  const startsAt = new Date(Date.now() + 40 * 86_400_000)
  const eventId = await insertEvent(db, { promoterId, startsAt, attendeeNames: 'none' })
  await insertFees(db, { promoterId, eventId })
  return insertTicketType(db, { promoterId, eventId, capacity, priceCents: PRICE_CENTS })
}

export async function countersOf(
  db: Kysely<Database>,
  ticketTypeId: string,
): Promise<{ held: number; sold: number }> {
  const { held, sold } = await db
    .selectFrom('inventory')
    .select(['held', 'sold'])
    .where('ticket_type_id', '=', ticketTypeId)
    .executeTakeFirstOrThrow()
  return { held, sold }
}

const ORDERS_OF = 2

/** In paid orders of two. Orders, lines, payments, ledger, tickets and counters are consistent, like real ones. */
export async function sellSetBased(db: Kysely<Database>, ticketTypeId: string, count: number): Promise<void> {
  const orders = count / ORDERS_OF
  await db.transaction().execute(async (trx) => {
    await sql`
      create temporary table sale on commit drop as
      select gen_random_uuid() as order_id, left(t.id::text, 8) || '-' || n as key, t.promoter_id, t.event_id, t.id as ticket_type_id, t.name, t.price_cents
      from ticket_types t, generate_series(1, ${sql.lit(orders)}) n where t.id = ${ticketTypeId}`.execute(trx)
    await sql`
      insert into orders (id, number, promoter_id, cart_id, idempotency_key, status, currency, subtotal_cents, discount_cents,
        ticket_fees_cents, order_fees_cents, delivery_fee_cents, total_cents, first_name, last_name, email, delivery, created_at,
        expires_at, paid_at)
      select order_id, 'BENCH-' || key, promoter_id, gen_random_uuid(), 'bench-' || key, 'paid', 'EUR', ${ORDERS_OF} * price_cents, 0,
        0, 0, 0, ${ORDERS_OF} * price_cents, 'Ada', 'Lovelace', 'ada-' || key || '@example.com', '{"method": "e_ticket"}',
        now() - interval '1 day', now() - interval '1 day', now() - interval '1 day'
      from sale`.execute(trx)
    await sql`
      insert into order_items (order_id, position, promoter_id, event_id, ticket_type_id, name, quantity, price_cents, ticket_fee_cents)
      select order_id, 0, promoter_id, event_id, ticket_type_id, name, ${ORDERS_OF}, price_cents, 0 from sale`.execute(
      trx,
    )
    await sql`
      insert into payments (order_id, promoter_id, provider, intent_id, client_secret, amount_cents, currency, status, created_at,
        updated_at)
      select order_id, promoter_id, 'sandbox', 'bench-' || key, 'bench', ${ORDERS_OF} * price_cents, 'EUR', 'succeeded',
        now() - interval '1 day', now() - interval '1 day'
      from sale`.execute(trx)
    await sql`
      with sales as (
        insert into ledger_transactions (promoter_id, order_id, fact, kind, currency, created_at)
        select promoter_id, order_id, 'sale:' || order_id, 'sale', 'EUR', now() - interval '1 day' from sale
        returning id, promoter_id, order_id)
      insert into ledger_entries (transaction_id, position, promoter_id, account, currency, amount_cents)
      select t.id, side.position, t.promoter_id, side.account, 'EUR', side.sign * ${ORDERS_OF} * sale.price_cents
      from sales t join sale using (order_id),
        (values (0, 'buyer', -1), (1, 'promoter', 1)) side (position, account, sign)`.execute(trx)
    await sql`
      insert into tickets (promoter_id, order_id, position, event_id, ticket_type_id, code, holder, created_at)
      select promoter_id, order_id, p, event_id, ticket_type_id, 'BENCH-' || key || '-' || p, 'Ada Lovelace', now() - interval '1 day'
      from sale, generate_series(0, ${sql.lit(ORDERS_OF - 1)}) p`.execute(trx)
    await sql`update inventory set sold = sold + ${count} where ticket_type_id = ${ticketTypeId}`.execute(trx)
  })
  await sql`analyze`.execute(db)
}
