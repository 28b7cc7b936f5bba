import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { SHOPS } from './seed-shops.ts'

/**
 * Creates a table of the orders to insert, with event, buyer, time and final state. Half of an event's
 * tickets are sold in the first days, more in the evening than at night.
 */
export async function planOrders(db: Kysely<Database>, orders: number): Promise<void> {
  await sql`select setseed(0.5)`.execute(db)
  await sql`
    create unlogged table plan as
    with shops as materialized (
      select p.id as promoter_id, p.slug,
        (select array_agg(id order by starts_at) from events where promoter_id = p.id and status = 'published'
          and starts_at < now() + interval '70 days') as events,
        (select array_agg(id) from tracking_links where promoter_id = p.id) as links,
        (select array_agg(id) from promo_codes where promoter_id = p.id) as promos
      from promoters p
    )
    select n, gen_random_uuid() as id, gen_random_uuid() as cart_id, s.promoter_id, e.id as event_id, moment.at,
      case when fate < 0.04 then 'expired' when fate < 0.06 then 'refunded' when fate < 0.07 then 'partially_refunded' else 'paid' end as status,
      case when chance < 0.18 then s.links[1 + floor(power(random(), 2) * cardinality(s.links))::int] end as link_id,
      case when chance > 0.93 then s.promos[1 + floor(random() * cardinality(s.promos))::int] end as promo_id,
      case when chance between 0.18 and 0.3 then jsonb_build_object('utmSource', (array['newsletter', 'instagram', 'partner'])[1 + n % 3]) end as tracking,
      1 + floor(random() * 3)::int as first_quantity, case when random() < 0.5 then 1 + floor(random() * 3)::int else 0 end as second_quantity,
      (n % 3)::int as first_type, (array['Ada', 'Linus', 'Grace', 'Alan', 'Mary', 'Edsger', 'Barbara'])[1 + n % 7] as first_name,
      (array['Meyer', 'Novak', 'Rossi', 'Dubois', 'Jensen', 'García', 'Okafor', 'Tanaka', 'Silva', 'Kowalski', 'Byrne'])[1 + n % 11]
        || ' ' || n % 9973 as last_name
    from generate_series(1, ${orders}::int) n
    cross join lateral (select random() as who, random() as fate, random() as chance, random() as which, random() as early where n > 0) r
    join (values ${shopRanges()}) shop (slug, low, high) on who >= low and who < high
    join shops s on s.slug = shop.slug
    join events e on e.id = s.events[1 + floor(which * cardinality(s.events))::int]
    cross join lateral (
      select least(now(), e.starts_at) - e.starts_at + interval '90 days' as sold_for
    ) span
    cross join lateral (
      select date_trunc('day', e.starts_at - interval '90 days' + span.sold_for * power(early, 4))
        + interval '1 hour' * (8 + 15 * sqrt(chance)) + interval '1 second' * (n % 3600) as wished
    ) wish
    cross join lateral (select least(wish.wished, now() - interval '1 minute') as at) moment`.execute(db)
  await sql`alter table plan add column email text`.execute(db)
  await sql`
    update plan set email = lower(first_name) || '.' || replace(lower(last_name), ' ', '') || '@example.com'`.execute(
    db,
  )
  await planLines(db)
}

/** Creates a table of the lines of the planned orders. Both tables are regular ones, which several connections read. */
export async function planLines(db: Kysely<Database>): Promise<void> {
  await sql`
    create unlogged table plan_lines as
    select l.*, round((gross - discount) * 19 / 119.0)::bigint as tax, 49 * quantity + round((gross - discount) * 0.04)::bigint as fee
    from (
      select p.id as order_id, p.n, l.position, p.promoter_id, p.event_id, t.id as ticket_type_id, t.name, t.price_cents, l.quantity,
        t.price_cents * l.quantity as gross, coalesce(floor(t.price_cents * l.quantity * c.basis_points / 10000.0), 0)::bigint as discount
      from plan p
      cross join lateral (values (0, p.first_type, p.first_quantity), (1, (p.first_type + 1) % 3, p.second_quantity)) l (position, type, quantity)
      join ticket_types t on t.event_id = p.event_id and t.position = l.type
      left join promo_codes c on c.id = p.promo_id
      where l.quantity > 0
    ) l`.execute(db)
  await sql`analyze plan, plan_lines`.execute(db)
}

function shopRanges() {
  let low = 0
  return sql.join(
    SHOPS.map(({ slug, share }) => {
      const range = sql`(${slug}::text, ${low}::float8, ${low + share}::float8)`
      low += share
      return range
    }),
  )
}

/** Unique order numbers and ticket codes. */
const numberOf = sql`'N' || lpad(upper(to_hex(p.n)), 7, '0')`

/** Rows are inserted in the order of their time, as sales write them. */
export async function insertOrders(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into orders (id, number, promoter_id, cart_id, idempotency_key, status, currency, subtotal_cents, discount_cents,
      ticket_fees_cents, order_fees_cents, delivery_fee_cents, total_cents, tax_cents, tax_included, promo_code_id, promo_code,
      first_name, last_name, email, delivery, tracking, tracking_link_id, tracked_at, created_at, expires_at, paid_at, refunded_cents)
    select p.id, ${numberOf}, p.promoter_id, p.cart_id, 'bench', p.status, 'EUR', l.gross, l.discount, l.fee, 90, 0, l.total, l.tax, true,
      p.promo_id, c.code, p.first_name, p.last_name, p.email,
      '{"method": "e_ticket"}', p.tracking, p.link_id, case when p.link_id is not null then p.at - interval '5 minutes' end, p.at,
      p.at + interval '10 minutes', case when p.status <> 'expired' then p.at + interval '2 minutes' end,
      case p.status when 'refunded' then l.total when 'partially_refunded' then 100 else 0 end
    from plan p
    join (
      select order_id, sum(gross) as gross, sum(discount) as discount, sum(fee) as fee, sum(tax) as tax,
        sum(gross - discount + fee) + 90 as total
      from plan_lines group by 1
    ) l on l.order_id = p.id
    left join promo_codes c on c.id = p.promo_id
    order by p.at`.execute(db)
  await sql`
    insert into order_taxes (order_id, position, promoter_id, name, rate_millionths, base_cents, tax_cents)
    select id, 0, promoter_id, 'VAT', 190000, subtotal_cents - discount_cents - tax_cents, tax_cents from orders`.execute(
    db,
  )
}

export async function insertLines(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into order_items (order_id, position, promoter_id, event_id, ticket_type_id, name, quantity, price_cents, ticket_fee_cents,
      discount_cents, tax_cents)
    select l.order_id, l.position, l.promoter_id, l.event_id, l.ticket_type_id, l.name, l.quantity, l.price_cents, l.fee, l.discount, l.tax
    from plan_lines l join plan p on p.id = l.order_id order by p.at`.execute(db)
}

export async function insertTickets(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into tickets (promoter_id, order_id, position, event_id, ticket_type_id, code, holder, status, created_at, voided_at)
    select l.promoter_id, p.id, l.position * p.first_quantity + seat - 1, l.event_id, l.ticket_type_id,
      ${numberOf} || '-' || l.position || seat, p.first_name || ' ' || p.last_name,
      case when p.status = 'refunded' then 'void' when e.ends_at < now() and p.n % 10 <> 0 then 'used' else 'valid' end,
      p.at + interval '2 minutes', case when p.status = 'refunded' then p.at + interval '1 day' end
    from plan p join plan_lines l on l.order_id = p.id join events e on e.id = l.event_id
    cross join generate_series(1, l.quantity) seat
    where p.status <> 'expired' order by p.at`.execute(db)
  await sql`
    update inventory i set sold = t.count, capacity = t.count + 500
    from (select ticket_type_id, count(*) from tickets where status <> 'void' group by 1) t
    where t.ticket_type_id = i.ticket_type_id`.execute(db)
  await sql`
    update promo_codes c set used = o.count from (
      select promo_id, count(*) from plan where status <> 'expired' and promo_id is not null group by 1) o
    where o.promo_id = c.id`.execute(db)
}

export async function insertMoney(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into payments (order_id, promoter_id, provider, intent_id, client_secret, amount_cents, currency, status, created_at, updated_at, fee_cents)
    select id, promoter_id, 'sandbox', 'sbx_' || number, 'secret', total_cents, currency,
      case status when 'refunded' then 'refunded' when 'expired' then 'cancelled' else 'succeeded' end, created_at, created_at, 50
    from orders`.execute(db)
  await sql`
    insert into refunds (promoter_id, order_id, status, reason, amount_cents, promoter_cents, taxes_cents, fees_cents, provider_refund_id, created_at, updated_at)
    select promoter_id, id, 'succeeded', case when status = 'refunded' then 'event_cancelled' else 'requested' end, refunded_cents,
      case status when 'refunded' then total_cents - tax_cents - ticket_fees_cents - order_fees_cents else refunded_cents end,
      case status when 'refunded' then tax_cents else 0 end, case status when 'refunded' then ticket_fees_cents + order_fees_cents else 0 end,
      're_' || number, paid_at + interval '1 day', paid_at + interval '1 day'
    from orders where refunded_cents > 0`.execute(db)
  await sql`
    insert into refund_tickets (refund_id, ticket_id, promoter_id)
    select r.id, t.id, r.promoter_id from refunds r join tickets t on t.order_id = r.order_id and t.status = 'void'`.execute(
    db,
  )
  await sql`
    insert into ledger_transactions (promoter_id, order_id, fact, kind, currency, created_at)
    select promoter_id, id, 'sale:' || id, 'sale', currency, paid_at from orders where paid_at is not null
    union all
    select r.promoter_id, r.order_id, 'refund:' || r.id, 'refund', 'EUR', r.updated_at from refunds r`.execute(
    db,
  )
  await sql`
    insert into ledger_entries (transaction_id, position, promoter_id, account, currency, amount_cents)
    select t.id, e.position, t.promoter_id, e.account, t.currency, e.amount
    from ledger_transactions t join orders o on o.id = t.order_id
    left join refunds r on t.kind = 'refund' and r.order_id = t.order_id
    cross join lateral (values
      (0, 'buyer', case t.kind when 'sale' then -o.total_cents else r.amount_cents end),
      (1, 'promoter', case t.kind when 'sale' then o.total_cents - o.tax_cents - o.ticket_fees_cents - o.order_fees_cents else -r.promoter_cents end),
      (2, 'taxes', case t.kind when 'sale' then o.tax_cents else -r.taxes_cents end),
      (3, 'platform_fees', case t.kind when 'sale' then o.ticket_fees_cents + o.order_fees_cents else -r.fees_cents end)
    ) e (position, account, amount)
    where e.amount <> 0`.execute(db)
}

export async function insertMails(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into mails (fact, kind, promoter_id, payload, created_at, queued_at, done_at, to_address, subject)
    select 'order_confirmed:' || id, 'order_confirmed', promoter_id, jsonb_build_object('orderId', id), paid_at, paid_at, paid_at, email, 'Your tickets'
    from orders where paid_at is not null`.execute(db)
}

/** Inserts the texts that the console searches, which `order_search_text` would read order by order. */
export async function insertSearch(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into order_search (order_id, promoter_id, created_at, event_ids, text)
    select p.id, p.promoter_id, p.at, array[p.event_id], lower(concat_ws(' ', ${numberOf}, p.first_name, p.last_name, p.email,
      case when p.status <> 'expired' then (
        select string_agg(${numberOf} || '-' || line || seat || ' ', ' ' order by line, seat)
        from (values (0, p.first_quantity), (1, p.second_quantity)) lines (line, quantity) cross join generate_series(1, quantity) seat) end))
    from plan p order by p.at`.execute(db)
}

/** Inserts visits of each event in that many hours, one in three. */
export async function insertVisits(db: Kysely<Database>, hours: number): Promise<void> {
  await sql`
    insert into event_visits (promoter_id, event_id, channel, hour, totalled, views, holds)
    select e.promoter_id, e.id, c.channel, date_trunc('hour', e.starts_at) - n * interval '3 hours', true, 20 + n % 30, 0
    from events e cross join generate_series(1, ${hours}::int) n cross join (values ('direct'), ('search'), ('link')) c (channel)
    where e.starts_at - n * interval '3 hours' < now()
    union all
    select e.promoter_id, e.id, '', date_trunc('hour', e.starts_at) - n * interval '3 hours', true, 0, 7
    from events e cross join generate_series(1, ${hours}::int) n where e.starts_at - n * interval '3 hours' < now()`.execute(
    db,
  )
}
