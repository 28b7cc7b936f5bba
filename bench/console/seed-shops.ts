import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** Promoters by size: share of all orders, and number of events. */
export const SHOPS = [
  { slug: 'arena', share: 0.5, events: 160 },
  { slug: 'clubs', share: 0.25, events: 120 },
  { slug: 'theatre', share: 0.15, events: 80 },
  { slug: 'small', share: 0.1, events: 40 },
] as const

/** Creates an owner of each promoter: `arena@bench.example`. */
export const ownerOf = (slug: string): string => `${slug}@bench.example`

/** Inserts promoters with sites, owners, members, events over three years, ticket types, taxes, promo codes and links. */
export async function seedShops(db: Kysely<Database>): Promise<void> {
  for (const { slug, events } of SHOPS) await seedShop(db, { slug, events })
}

async function seedShop(
  db: Kysely<Database>,
  { slug, events }: { slug: string; events: number },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into promoters (name, slug, prices_include_tax) values (${`Bench ${slug}`}, ${slug}, true) returning id`.execute(
    db,
  )
  const promoterId = rows[0]?.id ?? ''
  await sql`insert into sites (promoter_id, site_name) values (${promoterId}, ${`Bench ${slug}`})`.execute(db)
  await sql`insert into hosts (host, promoter_id, verified_at) values (${`${slug}.localhost`}, ${promoterId}, now())`.execute(
    db,
  )
  await sql`insert into tax_rates (promoter_id, name, rate_millionths) values (${promoterId}, 'VAT', 190000)`.execute(
    db,
  )
  await seedPeople(db, { promoterId, slug })
  await sql`
    insert into events (promoter_id, slug, title, summary, starts_at, ends_at, time_zone, venue_name, city, country, currency, status)
    select ${promoterId}, ${slug} || '-' || n, 'Night ' || n || ' of ' || ${slug}::text, 'A night out', at, at + interval '5 hours',
      'Europe/Berlin', 'Hall ' || n % 7, 'Berlin', 'Germany', 'EUR', case when n % 40 = 39 then 'draft' else 'published' end
    from generate_series(1, ${events}::int) n
    cross join lateral (
      select date_trunc('hour', now()) + interval '75 days' - n * interval '1 day' * 900 / ${events}::int as at
    ) moment`.execute(db)
  await sql`
    insert into ticket_types (promoter_id, event_id, position, name, price_cents)
    select promoter_id, id, p, (array['Early bird', 'Standard', 'Balcony'])[p + 1], 2000 + 1500 * p
    from events cross join generate_series(0, 2) p where promoter_id = ${promoterId}`.execute(db)
  await sql`
    insert into inventory (ticket_type_id, promoter_id, capacity)
    select id, promoter_id, 1000000 from ticket_types where promoter_id = ${promoterId}`.execute(db)
  await sql`
    insert into ticket_type_taxes (promoter_id, ticket_type_id, tax_rate_id)
    select t.promoter_id, t.id, r.id from ticket_types t join tax_rates r using (promoter_id)
    where t.promoter_id = ${promoterId}`.execute(db)
  await sql`
    insert into promo_codes (promoter_id, code, discount_type, basis_points)
    select ${promoterId}, 'SAVE' || n, 'percentage', 100 * n from generate_series(5, 25, 5) n`.execute(db)
}

async function seedPeople(
  db: Kysely<Database>,
  { promoterId, slug }: { promoterId: string; slug: string },
): Promise<void> {
  await sql`
    with people as (
      insert into accounts (email, email_verified_at, password_hash, first_name, last_name, created_at, updated_at)
      select case n when 0 then ${ownerOf(slug)} else 'seller' || n || '-' || ${slug}::text || '@bench.example' end, now(), 'none',
        'Person', n::text, now(), now()
      from generate_series(0, 20) n returning id, email
    ), working as (
      insert into members (promoter_id, account_id, role, created_at)
      select ${promoterId}, id, case when email = ${ownerOf(slug)} then 'owner' else 'sales' end, now() from people
    )
    insert into tracking_links (promoter_id, member_id, code, name, created_at)
    select ${promoterId}, id, 'bench-' || left(id::text, 8) || '-' || n, 'Link ' || n || ' of ' || split_part(email, '@', 1), now() - interval '900 days'
    from people cross join generate_series(1, 2) n`.execute(db)
}
