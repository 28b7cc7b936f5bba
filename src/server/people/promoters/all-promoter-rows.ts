import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { PAGE_SIZE, type Place } from '#server/platform/ids/moment-cursor.ts'

export interface AllPromotersRow {
  id: string
  name: string
  siteName: string
  country: string
  createdAt: Date
  isDemo: boolean
  owners: { name: string; email: string }[]
  publishedEvents: number
  sales: { currency: string; orders: number; tickets: number; cents: number }[]
}

/** Newest first. `like`: a pattern in lower case. */
export async function listAllPromoters(
  db: Kysely<Database>,
  { like, after }: { like: string | undefined; after: Place | undefined },
): Promise<AllPromotersRow[]> {
  const { rows } = await sql<AllPromotersRow>`
    with page as (
      select id, name, slug, country, date_trunc('milliseconds', created_at) as at, is_demo from promoters p
      where true
        ${after ? sql`and (date_trunc('milliseconds', created_at), id) < (${after.at}, ${after.id}::uuid)` : sql``}
        ${
          like === undefined
            ? sql``
            : sql`and (lower(name) like ${like} or slug like ${like} or exists (
                select from members m join accounts a on a.id = m.account_id
                where m.promoter_id = p.id and m.role = 'owner' and a.email like ${like}))`
        }
      order by 5 desc, 1 desc limit ${PAGE_SIZE + 1}
    )
    select p.id, p.name, p.slug as "siteName", p.country, p.at as "createdAt", p.is_demo as "isDemo",
      coalesce((
        select jsonb_agg(jsonb_build_object('name', trim(a.first_name || ' ' || a.last_name), 'email', a.email)
          order by m.created_at, a.id)
        from members m join accounts a on a.id = m.account_id where m.promoter_id = p.id and m.role = 'owner'
      ), '[]'::jsonb) as owners,
      (select count(*)::int from events e where e.promoter_id = p.id and e.status = 'published') as "publishedEvents",
      coalesce((
        select jsonb_agg(jsonb_build_object('currency', s.currency, 'orders', s.orders, 'tickets', s.tickets, 'cents', s.cents)
          order by s.currency)
        from (
          select currency, sum(orders)::int as orders, sum(tickets - returned)::int as tickets,
            sum(promoter_cents + taxes_cents + fees_cents - back_promoter_cents - back_taxes_cents - back_fees_cents)::bigint as cents
          from report_totals t
          where t.promoter_id = p.id and t.unit = 'month' and t.dimension = 'event' group by currency
        ) s
      ), '[]'::jsonb) as sales
    from page p order by p.at desc, p.id desc`.execute(db)
  return rows
}
