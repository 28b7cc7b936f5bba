import { sql } from 'kysely'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import { memberNameSql } from '#server/people/members/member-rows.ts'
import type { OwnLinkRow } from './link-rows.ts'

export interface PromoterLinkRow extends OwnLinkRow {
  memberId: string | null
  memberName: string | null
}

interface LinkSearch {
  promoterId: string
  memberId?: string | null | undefined
  id?: string | undefined
  after?: ListPosition | undefined
  limit: number
}

/** Lists all links, newest first. A link to the whole storefront has the currency of the promoter's latest event. */
export function listPromoterLinkRows(db: Db, find: LinkSearch): Promise<PromoterLinkRow[]> {
  const { promoterId, memberId, id, after, limit } = find
  const moment = sql`date_trunc('milliseconds', l.created_at)`
  return queryRows<PromoterLinkRow>(db)`
    select l.id, l.code, l.name, l.event_id as "eventId", e.title as "eventTitle",
      case when e.status <> 'draft' then e.slug end as "eventSlug",
      coalesce(e.currency, latest.currency, 'EUR') as currency, coalesce(e.time_zone, latest.time_zone, 'UTC') as "timeZone",
      l.utm_source as "utmSource", l.utm_medium as "utmMedium", l.utm_campaign as "utmCampaign", l.is_active as "isActive",
      ${moment} as "createdAt", l.member_id as "memberId",
      case when a.id is not null then ${memberNameSql(sql`l.promoter_id`)} end as "memberName"
    from tracking_links l
    left join events e on e.id = l.event_id
    left join accounts a on a.id = l.member_id
    left join (
      select currency, time_zone from events where promoter_id = ${promoterId} order by starts_at desc, id limit 1
    ) latest on true
    where l.promoter_id = ${promoterId}
      ${memberId === undefined ? sql`` : sql`and l.member_id is not distinct from ${memberId}::uuid`}
      ${id === undefined ? sql`` : sql`and l.id = ${id}`}
      ${after ? sql`and (${moment}, l.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${moment} desc, l.id desc limit ${limit}`
}
