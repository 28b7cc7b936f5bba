import { sql } from 'kysely'
import type { PromoterStatus } from '#model/people/promoter-status.ts'
import { promoterSalesSql } from '#server/people/promoter-lifecycle/lifecycle-rows.ts'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import { PAGE_SIZE, type ListPosition } from '#server/platform/ids/list-cursor.ts'

export interface AllPromotersRow {
  id: string
  name: string
  siteName: string
  country: string
  createdAt: Date
  isDemo: boolean
  status: PromoterStatus
  owners: { name: string; email: string }[]
  publishedEvents: number
  sales: { currency: string; orders: number; tickets: number; cents: number }[]
}

/** Promoters, newest first. `like`: a lower-case `like` pattern. */
export function listAllPromoterRows(
  db: Db,
  find: { like: string | undefined; status: PromoterStatus | undefined; after: ListPosition | undefined },
): Promise<AllPromotersRow[]> {
  const { like, status, after } = find
  return queryRows<AllPromotersRow>(db)`
    with page as (
      select id, name, slug, country, date_trunc('milliseconds', created_at) as at, is_demo, status from promoters p
      where true
        ${status === undefined ? sql`` : sql`and status = ${status}`}
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
    select p.id, p.name, p.slug as "siteName", p.country, p.at as "createdAt", p.is_demo as "isDemo", p.status,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', trim(a.first_name || ' ' || a.last_name), 'email', a.email)
          order by m.created_at, a.id)
        from members m join accounts a on a.id = m.account_id where m.promoter_id = p.id and m.role = 'owner'
      ), '[]'::jsonb) as owners,
      (select count(*)::int from events e where e.promoter_id = p.id and e.status = 'published') as "publishedEvents",
      ${promoterSalesSql} as sales
    from page p order by p.at desc, p.id desc`
}
