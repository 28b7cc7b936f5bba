import { sql } from 'kysely'
import { hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface LinkOwner {
  promoterId: string
  memberId: string
}

export interface OwnLinkRow {
  id: string
  code: string
  name: string
  eventId: string | null
  eventTitle: string | null
  eventSlug: string | null
  currency: string
  timeZone: string
  utmSource: string
  utmMedium: string
  utmCampaign: string
  isActive: boolean
  createdAt: Date
}

/** A member's links. A link to the whole storefront has the currency and time zone of the promoter's latest event. */
const ownLinks = ({ promoterId, memberId }: LinkOwner) => sql`
  select l.id, l.code, l.name, l.event_id as "eventId", e.title as "eventTitle",
    case when e.status <> 'draft' then e.slug end as "eventSlug",
    coalesce(e.currency, latest.currency, 'EUR') as currency, coalesce(e.time_zone, latest.time_zone, 'UTC') as "timeZone",
    l.utm_source as "utmSource", l.utm_medium as "utmMedium", l.utm_campaign as "utmCampaign", l.is_active as "isActive",
    l.created_at as "createdAt"
  from tracking_links l
    left join events e on e.id = l.event_id
    left join (
      select currency, time_zone from events where promoter_id = ${promoterId} order by starts_at desc, id limit 1
    ) latest on true
  where l.promoter_id = ${promoterId} and l.member_id = ${memberId}`

export function listOwnLinks(db: Db, owner: LinkOwner): Promise<OwnLinkRow[]> {
  return queryRows<OwnLinkRow>(db)`
    ${ownLinks(owner)} order by l.created_at desc, l.id`
}

export function findOwnLink(db: Db, owner: LinkOwner, linkId: string): Promise<OwnLinkRow | undefined> {
  return queryRow<OwnLinkRow>(db)`${ownLinks(owner)} and l.id = ${linkId}`
}

/** Finds a member's active link to an event, with the event's slug; if there is none, a link to the whole storefront. */
export async function findLinkToEvent(
  db: Db,
  owner: LinkOwner,
  event: { id: string; slug: string },
): Promise<OwnLinkRow | undefined> {
  const row = await queryRow<OwnLinkRow>(db)`
    ${ownLinks(owner)} and l.is_active and (l.event_id = ${event.id} or l.event_id is null)
    order by l.event_id nulls last, l.created_at desc, l.id limit 1`
  return row && { ...row, eventSlug: event.slug }
}

export interface LinkTarget {
  id: string
  title: string
  startsAt: Date
  timeZone: string
}

export function listLinkTargets(db: Db, find: { promoterId: string; now: Date }): Promise<LinkTarget[]> {
  return queryRows<LinkTarget>(db)`
    select id, title, starts_at as "startsAt", time_zone as "timeZone" from events
    where promoter_id = ${find.promoterId} and status = 'published' and ends_at > ${find.now}
    order by starts_at, id limit 500`
}

export function isPublicEvent(db: Db, find: { promoterId: string; eventId: string }): Promise<boolean> {
  return hasRow(db)`
    select true as found from events
    where id = ${find.eventId} and promoter_id = ${find.promoterId} and status <> 'draft'`
}

/** Owner of a link: a member, or null for the promoter. */
export interface PromoterOrMember {
  promoterId: string
  memberId: string | null
}

/** Returns the number of the owner's links, and locks it until the transaction ends. */
export async function lockLinkCount(trx: Trx, owner: PromoterOrMember): Promise<number> {
  const { promoterId, memberId } = owner
  await (
    memberId === null
      ? sql`select from promoters where id = ${promoterId} for no key update`
      : sql`select from members where promoter_id = ${promoterId} and account_id = ${memberId} for no key update`
  ).execute(trx)
  const row = await queryRow<{ count: number }>(trx)`
    select count(*)::int as count from tracking_links
    where promoter_id = ${promoterId} and member_id is not distinct from ${memberId}::uuid`
  return row?.count ?? 0
}

export interface NewLink {
  code: string
  name: string
  eventId: string | undefined
  utmSource: string
  utmMedium: string
  utmCampaign: string
  createdAt: Date
}

/** Inserts a tracking link. Returns undefined if the code is taken. Codes are case-insensitive. */
export async function insertLink(
  trx: Trx,
  owner: PromoterOrMember,
  link: NewLink,
): Promise<string | undefined> {
  const row = await queryRow<{ id: string }>(trx)`
    insert into tracking_links (promoter_id, member_id, event_id, code, name, utm_source, utm_medium, utm_campaign, created_at)
    values (${owner.promoterId}, ${owner.memberId}, ${link.eventId ?? null}, ${link.code}, ${link.name}, ${link.utmSource},
      ${link.utmMedium}, ${link.utmCampaign}, ${link.createdAt})
    on conflict do nothing returning id`
  return row?.id
}

export function updateLink(
  db: Db,
  owner: LinkOwner,
  change: { id: string; name: string; isActive: boolean },
): Promise<boolean> {
  return hasRow(db)`
    update tracking_links set name = ${change.name}, is_active = ${change.isActive}
    where id = ${change.id} and promoter_id = ${owner.promoterId} and member_id = ${owner.memberId} returning id`
}
