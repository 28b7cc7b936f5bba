import { sql } from 'kysely'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import type { ReportScope } from '#server/platform/report-totals/read-report-scope.ts'

export function listReportedTicketTypes(
  db: Db,
  promoterId: string,
  keys: readonly string[],
): Promise<{ id: string; name: string; event: string }[]> {
  return queryRows<{ id: string; name: string; event: string }>(db)`
    select t.id, t.name, e.title as event from ticket_types t join events e on e.id = t.event_id
    where t.promoter_id = ${promoterId} and t.id = any(${keys}::uuid[])`
}

export function listReportedPromoCodes(
  db: Db,
  promoterId: string,
  keys: readonly string[],
): Promise<{ id: string; code: string }[]> {
  return queryRows<{ id: string; code: string }>(db)`
    select id, code from promo_codes where promoter_id = ${promoterId} and id = any(${keys}::uuid[])`
}

interface ClickedLink {
  id: string
  name: string
  code: string
  member: string
  clicks: number
}

/**
 * Lists the promoter's links; for the report of an event, those to the event or the whole storefront. Clicks are counted
 * per day in UTC.
 */
export function listLinksWithClicks(
  db: Db,
  { promoterId, from, to, event }: ReportScope,
): Promise<ClickedLink[]> {
  return queryRows<ClickedLink>(db)`
    with clicks as (
      select c.link_id, count(*) from tracking_clicks c join tracking_links l on l.id = c.link_id
      where l.promoter_id = ${promoterId} and c.day between ${from}::date and ${to}::date group by 1
    )
    select l.id, l.name, l.code, coalesce(nullif(p.display_name, ''), a.first_name || ' ' || a.last_name, '') as member,
      coalesce(k.count, 0)::int as clicks
    from tracking_links l
      left join clicks k on k.link_id = l.id
      left join accounts a on a.id = l.member_id
      left join staff_profiles p on p.promoter_id = l.promoter_id and p.account_id = l.member_id
    where l.promoter_id = ${promoterId}
      ${event ? sql`and (l.event_id is null or l.event_id = ${event.id})` : sql``}`
}
