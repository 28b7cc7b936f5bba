import { sql, type Kysely } from 'kysely'
import { category } from '#model/catalog/categories.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { createStep, seedSales } from '../console/seed-console.ts'
import { planLines } from '../console/seed-orders.ts'

/** Rows of a platform that has grown. */
export interface Size {
  promoters: number
  events: number
  accounts: number
  orders: number
}

/** An order has three tickets on average, and 4% expire. */
const TICKETS_OF_ORDER = 2.88

const FULL = { promoters: 2000, events: 100_000, accounts: 1_000_000, tickets: 10_000_000 }

/** Returns the rows at a scale; 1 is 100,000 events of 2,000 promoters, 10,000,000 tickets and 1,000,000 accounts. */
export function sizeOf(scale: number): Size {
  const scaled = (count: number): number => Math.max(1, Math.round(count * scale))
  return {
    promoters: scaled(FULL.promoters),
    events: scaled(FULL.events),
    accounts: scaled(FULL.accounts),
    orders: scaled(FULL.tickets / TICKETS_OF_ORDER),
  }
}

/**
 * Fills an empty database with set-based statements. Promoters, events and customers differ in size: the largest promoter has about 0.6% of
 * the events and 8% of the sales of 2,000. Half of the events are over.
 */
export async function seedGrowth(
  db: Kysely<Database>,
  size: Size,
  say: (words: string) => void,
): Promise<void> {
  const step = createStep(db, say)
  await step('accounts', (each) => insertAccounts(each, size))
  await step('promoters', (each) => insertPromoters(each, size))
  await step('events', (each) => insertEvents(each, size))
  await seedSales(db, { plan: (line) => planGrowth(line, size), visitHours: 12, step, sharePercent: 1 })
}

const customerOf = (n: string) => sql.raw(`'person' || ${n} || '@bench.example'`)

async function insertAccounts(db: Kysely<Database>, { accounts }: Size): Promise<void> {
  await sql`
    insert into accounts (email, email_verified_at, password_hash, first_name, last_name, created_at, updated_at)
    select ${customerOf('n')}, now(), 'none', (array['Ada', 'Linus', 'Grace', 'Alan', 'Mary', 'Edsger', 'Barbara'])[1 + n % 7],
      (array['Meyer', 'Novak', 'Rossi', 'Dubois', 'Jensen', 'García', 'Okafor', 'Tanaka'])[1 + n % 8] || n % 9973,
      now() - n % 900 * interval '1 day', now()
    from generate_series(1, ${accounts}::int) n`.execute(db)
}

async function insertPromoters(db: Kysely<Database>, { promoters }: Size): Promise<void> {
  await sql`
    insert into promoters (name, slug, prices_include_tax)
    select 'Promoter ' || n, 'p' || n, true from generate_series(1, ${promoters}::int) n`.execute(db)
  await sql`insert into sites (promoter_id, site_name) select id, name from promoters`.execute(db)
  await sql`
    insert into hosts (host, promoter_id, verified_at) select slug || '.localhost', id, now() from promoters`.execute(
    db,
  )
  await sql`
    insert into tax_rates (promoter_id, name, rate_millionths) select id, 'VAT', 190000 from promoters`.execute(
    db,
  )
  await sql`
    insert into promo_codes (promoter_id, code, discount_type, basis_points)
    select id, 'SAVE' || n, 'percentage', 100 * n from promoters cross join generate_series(5, 25, 5) n`.execute(
    db,
  )
  await sql`
    with owners as (
      insert into accounts (email, email_verified_at, password_hash, first_name, last_name, created_at, updated_at)
      select 'owner-' || slug || '@bench.example', now(), 'none', 'Owner', slug, now(), now() from promoters returning id, last_name
    ), working as (
      insert into members (promoter_id, account_id, role, created_at)
      select p.id, o.id, 'owner', now() from owners o join promoters p on p.slug = o.last_name
    )
    insert into tracking_links (promoter_id, member_id, code, name, created_at)
    select p.id, o.id, 'bench-' || p.slug || '-' || n, 'Link ' || n, now() - interval '900 days'
    from owners o join promoters p on p.slug = o.last_name cross join generate_series(1, 3) n`.execute(db)
}

async function insertEvents(db: Kysely<Database>, { promoters, events }: Size): Promise<void> {
  await sql`
    insert into events (promoter_id, slug, title, summary, description, starts_at, ends_at, time_zone, venue_name, city, country, currency,
      category, status)
    select p.id, lower(word || '-' || noun) || '-' || n, word || ' ' || noun || ' ' || n, 'A ' || lower(noun) || ' in ' || city,
      repeat('Doors open an hour before. Bring friends and a warm coat. ', 10), at, at + interval '5 hours', 'Europe/Berlin',
      'Hall ' || n % 997, city, 'Germany', 'EUR', (${category.options}::text[])[1 + n % ${category.options.length}],
      case when n % 40 = 39 then 'draft' else 'published' end
    from generate_series(1, ${events}::int) n
    join promoters p on p.slug = 'p' || 1 + floor(${promoters}::int * power((n - 0.5) / ${events}::int, 1.5))::int
    cross join lateral (select
      (array['Midnight', 'Golden', 'Electric', 'Silent', 'Velvet', 'Northern', 'Broken', 'Crimson', 'Endless', 'Hidden'])[1 + n % 10] as word,
      (array['Orchestra', 'Night', 'Festival', 'Theatre', 'Session', 'Workshop', 'Market', 'Cinema', 'Quartet', 'Marathon', 'Lecture'])[1 + n / 10 % 11] as noun,
      (array['Berlin', 'Hamburg', 'Leipzig', 'Cologne', 'Munich', 'Bremen', 'Dresden'])[1 + n % 7] as city,
      date_trunc('hour', now()) + (n::bigint * 7919 % 800 - 400) * interval '1 day' as at) made`.execute(db)
  await sql`
    insert into ticket_types (promoter_id, event_id, position, name, price_cents)
    select promoter_id, id, p, (array['Early bird', 'Standard', 'Balcony'])[p + 1], 2000 + 1500 * p
    from events cross join generate_series(0, 2) p`.execute(db)
  await sql`
    insert into inventory (ticket_type_id, promoter_id, capacity) select id, promoter_id, 500 from ticket_types`.execute(
    db,
  )
  await sql`
    insert into ticket_type_taxes (promoter_id, ticket_type_id, tax_rate_id)
    select t.promoter_id, t.id, r.id from ticket_types t join tax_rates r using (promoter_id)`.execute(db)
}

/** Three quarters of the buyers have an account. */
async function planGrowth(db: Kysely<Database>, { orders, accounts }: Size): Promise<void> {
  await sql`select setseed(0.5)`.execute(db)
  await sql`
    create unlogged table on_sale as
    select row_number() over (order by p.created_rank, e.slug) as rank, e.id, e.promoter_id, e.starts_at,
      (select array_agg(id) from tracking_links l where l.promoter_id = e.promoter_id) as links,
      (select array_agg(id) from promo_codes c where c.promoter_id = e.promoter_id) as promos
    from events e join (select id, substring(slug from 2)::int as created_rank from promoters) p on p.id = e.promoter_id
    where e.status = 'published' and e.starts_at < now() + interval '90 days'`.execute(db)
  await sql`
    create unlogged table plan as
    select n, gen_random_uuid() as id, gen_random_uuid() as cart_id, s.promoter_id, s.id as event_id,
      greatest(least(now(), s.starts_at) - (1 + 80 * early) * interval '1 day', now() - interval '899 days') as at,
      case when fate < 0.04 then 'expired' when fate < 0.06 then 'refunded' when fate < 0.07 then 'partially_refunded' else 'paid' end as status,
      case when chance < 0.18 then s.links[1 + (n % 3)::int] end as link_id,
      case when chance > 0.93 then s.promos[1 + (n % 5)::int] end as promo_id,
      case when chance between 0.18 and 0.3 then '{"utmSource": "newsletter"}'::jsonb end as tracking,
      1 + floor(random() * 3)::int as first_quantity, case when random() < 0.5 then 1 + floor(random() * 3)::int else 0 end as second_quantity,
      (n % 3)::int as first_type, (array['Ada', 'Linus', 'Grace', 'Alan', 'Mary', 'Edsger', 'Barbara'])[1 + n % 7] as first_name,
      (array['Meyer', 'Novak', 'Rossi', 'Dubois', 'Jensen', 'García', 'Okafor', 'Tanaka'])[1 + n % 8] || ' ' || n % 9973 as last_name,
      case when n % 4 = 0 then 'guest' || n || '@bench.example' else ${customerOf(`1 + floor(person * ${Number(accounts)})::int`)} end as email
    from (
      select n, random() as fate, random() as chance, random() as early, power(random(), 2) as person,
        1 + floor(power(random(), 2) * (select count(*) from on_sale))::int as which
      from generate_series(1, ${orders}::int) n
    ) o join on_sale s on s.rank = o.which order by at`.execute(db)
  await planLines(db)
  await sql`drop table on_sale`.execute(db)
}
