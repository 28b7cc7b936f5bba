import type { MemberRole } from '#model/people/members.ts'
import { execute, queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

export interface StaffRow {
  id: string
  promoterId: string
  promoterName: string
  role: MemberRole
  displayName: string
  /** Name in this team; '' when the account's name is used. */
  ownName: string
  firstName: string
  lastName: string
  email: string
  phone: string
  bio: string
  avatarUrl: string
}

export function findStaffRow(
  db: Db,
  find: { promoterId: string; accountId: string },
): Promise<StaffRow | undefined> {
  return queryRow<StaffRow>(db)`
    select a.id, p.id as "promoterId", p.name as "promoterName", m.role,
      coalesce(nullif(s.display_name, ''), trim(a.first_name || ' ' || a.last_name)) as "displayName",
      coalesce(s.display_name, '') as "ownName", a.first_name as "firstName", a.last_name as "lastName", a.email,
      coalesce(s.phone, '') as phone, coalesce(s.bio, '') as bio, a.avatar_url as "avatarUrl"
    from members m
    join accounts a on a.id = m.account_id
    join promoters p on p.id = m.promoter_id
    left join staff_profiles s on s.promoter_id = m.promoter_id and s.account_id = m.account_id
    where m.promoter_id = ${find.promoterId} and m.account_id = ${find.accountId}`
}

export async function putStaffRow(
  db: Db,
  profile: {
    promoterId: string
    accountId: string
    displayName: string
    phone: string
    bio: string
    now: Date
  },
): Promise<void> {
  await execute(db)`
    insert into staff_profiles (promoter_id, account_id, display_name, phone, bio, updated_at)
    values (${profile.promoterId}, ${profile.accountId}, ${profile.displayName}, ${profile.phone}, ${profile.bio}, ${profile.now})
    on conflict (promoter_id, account_id) do update set display_name = excluded.display_name, phone = excluded.phone,
      bio = excluded.bio, updated_at = excluded.updated_at`
}

export async function listPromoterNames(
  db: Db,
  promoterIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await queryRows<{ id: string; name: string }>(db)`
    select id, name from promoters where id = any(${promoterIds}::uuid[])`
  return new Map(rows.map((row) => [row.id, row.name]))
}

export interface AssignmentRow {
  id: string
  eventId: string
  eventTitle: string
  eventSlug: string
  venueName: string
  city: string
  timeZone: string
  eventStartsAt: Date
  eventEndsAt: Date
  eventStatus: 'draft' | 'published' | 'cancelled'
  role: 'sales' | 'door'
  startsAt: Date
  endsAt: Date
  note: string
}

export function listAssignmentRows(
  db: Db,
  find: { promoterId: string; accountId: string; now: Date; limit: number },
): Promise<AssignmentRow[]> {
  return queryRows<AssignmentRow>(db)`
    select a.id, a.event_id as "eventId", e.title as "eventTitle", e.slug as "eventSlug", e.venue_name as "venueName", e.city,
      e.time_zone as "timeZone", e.starts_at as "eventStartsAt", e.ends_at as "eventEndsAt", e.status as "eventStatus", a.role,
      a.starts_at as "startsAt", a.ends_at as "endsAt", a.note
    from assignments a join events e on e.id = a.event_id
    where a.promoter_id = ${find.promoterId} and a.account_id = ${find.accountId}
    order by a.ends_at <= ${find.now}, case when a.ends_at > ${find.now} then a.starts_at end, a.starts_at desc, a.id
    limit ${find.limit}`
}
