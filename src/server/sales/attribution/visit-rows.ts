import { sql } from 'kysely'
import type { AttributableLink, Visit } from '#model/sales/tracking/tracking.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { execute, hasRow, queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

export interface LinkRow {
  id: string
  promoterId: string
  memberId: string | null
  code: string
  utmSource: string
  utmMedium: string
  utmCampaign: string
  isActive: boolean
  eventSlug: string | null
}

export function findLink(
  db: Db,
  find: { reference: string; promoterId: string | undefined },
): Promise<LinkRow | undefined> {
  const { reference, promoterId = null } = find
  const isIt = isUuid(reference) ? sql`l.id = ${reference}` : sql`lower(l.code) = lower(${reference})`
  return queryRow<LinkRow>(db)`
    select l.id, l.promoter_id as "promoterId", l.member_id as "memberId", l.code, l.utm_source as "utmSource",
      l.utm_medium as "utmMedium", l.utm_campaign as "utmCampaign", l.is_active as "isActive", e.slug as "eventSlug"
    from tracking_links l left join events e on e.id = l.event_id and e.status <> 'draft'
    where ${isIt} and (${promoterId}::uuid is null or l.promoter_id = ${promoterId})`
}

export interface ClickRow {
  linkId: string
  promoterId: string
  day: string
  visitor: Buffer
  clickedAt: Date
  device: string
  source: string
}

export function insertClick(db: Db, click: ClickRow): Promise<boolean> {
  return hasRow(db)`
    insert into tracking_clicks (link_id, promoter_id, day, visitor, clicked_at, device, source)
    values (${click.linkId}, ${click.promoterId}, ${click.day}, ${click.visitor}, ${click.clickedAt}, ${click.device}, ${click.source})
    on conflict do nothing returning link_id`
}

/**
 * Stores a visit with the cart, unless the cart has a later one. Each link counts a cart's holds only once. Ignores links
 * that are deleted, inactive or belong to another promoter.
 */
export async function storeCartVisit(
  db: Db,
  entry: { cartId: string; visit: Visit; now: Date },
): Promise<void> {
  const { cartId, visit, now } = entry
  const at = new Date(visit.at)
  await execute(db)`
    with link as (
      select id, promoter_id from tracking_links
      where id = ${visit.linkId} and promoter_id = ${visit.promoterId} and is_active
    ), kept as (
      update carts c set tracking_link_id = link.id, tracked_at = ${at} from link
      where c.id = ${cartId} and c.promoter_id = link.promoter_id
        and (c.tracked_at is null or c.tracked_at <= ${at} or not exists (
          select from tracking_links old where old.id = c.tracking_link_id and old.promoter_id = c.promoter_id))
      returning c.id, link.id as link_id, link.promoter_id
    )
    insert into tracking_holds (link_id, cart_id, promoter_id, held_at)
    select link_id, id, promoter_id, ${now} from kept on conflict do nothing`
}

export function listAttributableLinks(
  db: Db,
  find: { promoterId: string; linkIds: readonly string[]; reference: string | undefined },
): Promise<(AttributableLink & { code: string })[]> {
  const { promoterId, linkIds, reference = '' } = find
  return queryRows<AttributableLink & { code: string }>(db)`
    select l.id, l.promoter_id as "promoterId", l.is_active as "isActive", l.member_id as "memberId", lower(l.code) as code,
      (select a.email from accounts a where a.id = l.member_id and a.email_verified_at is not null) as "memberEmail"
    from tracking_links l
    where l.promoter_id = ${promoterId}
      and (l.id = any(${isUuid(reference) ? [...linkIds, reference] : linkIds}::uuid[]) or lower(l.code) = lower(${reference}))`
}
