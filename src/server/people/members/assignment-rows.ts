import { sql, type RawBuilder } from 'kysely'
import type { ConsoleAssignment } from '#contracts/console/staff/assignments.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import { memberNameSql } from './member-rows.ts'

export interface PromoterAssignmentRow {
  id: string
  accountId: string
  memberName: string
  eventId: string
  eventTitle: string
  timeZone: string
  role: ConsoleAssignment['role']
  startsAt: Date
  endsAt: Date
  localStart: string
  localEnd: string
  note: string
  version: number
}

/** Local time at the venue, as `YYYY-MM-DDTHH:mm`. */
const onClock = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone e.time_zone, 'YYYY-MM-DD"T"HH24:MI')`

const assignments = sql`
  select s.id, s.account_id as "accountId", ${memberNameSql(sql`s.promoter_id`)} as "memberName", s.event_id as "eventId",
    e.title as "eventTitle", e.time_zone as "timeZone", s.role, s.starts_at as "startsAt", s.ends_at as "endsAt",
    ${onClock(sql`s.starts_at`)} as "localStart", ${onClock(sql`s.ends_at`)} as "localEnd", s.note, s.version
  from assignments s
  join events e on e.id = s.event_id
  join accounts a on a.id = s.account_id`

export interface AssignmentSearch {
  promoterId: string
  eventId?: string | undefined
  accountId?: string | undefined
  after: ListPosition | undefined
  limit: number
}

export function listPromoterAssignmentRows(db: Db, find: AssignmentSearch): Promise<PromoterAssignmentRow[]> {
  const { promoterId, eventId, accountId, after, limit } = find
  const moment = sql`date_trunc('milliseconds', s.starts_at)`
  return queryRows<PromoterAssignmentRow>(db)`
    ${assignments} where s.promoter_id = ${promoterId}
      ${eventId === undefined ? sql`` : sql`and s.event_id = ${eventId}`}
      ${accountId === undefined ? sql`` : sql`and s.account_id = ${accountId}`}
      ${after ? sql`and (${moment}, s.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${moment} desc, s.id desc limit ${limit}`
}

export function findAssignment(
  db: Db,
  find: { promoterId: string; id: string },
): Promise<PromoterAssignmentRow | undefined> {
  return queryRow<PromoterAssignmentRow>(db)`
    ${assignments} where s.promoter_id = ${find.promoterId} and s.id = ${find.id}`
}

export async function lockAssignment(
  trx: Trx,
  find: { promoterId: string; id: string },
): Promise<PromoterAssignmentRow | undefined> {
  await execute(trx)`
    select from assignments where promoter_id = ${find.promoterId} and id = ${find.id} for update`
  return findAssignment(trx, find)
}

export interface AssignmentTimes {
  startsAt: Date
  endsAt: Date
}

interface AssignmentFields extends AssignmentTimes {
  role: ConsoleAssignment['role']
  note: string
}

export async function findEventTimeZone(
  db: Db,
  find: { promoterId: string; eventId: string },
): Promise<string | undefined> {
  const row = await queryRow<{ timeZone: string }>(db)`
    select time_zone as "timeZone" from events where promoter_id = ${find.promoterId} and id = ${find.eventId}`
  return row?.timeZone
}

/** Inserts an assignment and returns its id. Undefined for an unknown event or member. */
export async function insertAssignment(
  trx: Trx,
  assignment: AssignmentFields & { promoterId: string; accountId: string; eventId: string },
): Promise<string | undefined> {
  const { promoterId, accountId, eventId, role, startsAt, endsAt, note } = assignment
  const row = await queryRow<{ id: string }>(trx)`
    insert into assignments (promoter_id, account_id, event_id, role, starts_at, ends_at, note)
    select m.promoter_id, m.account_id, e.id, ${role}, ${startsAt}, ${endsAt}, ${note}
    from members m join events e on e.promoter_id = m.promoter_id and e.id = ${eventId}
    where m.promoter_id = ${promoterId} and m.account_id = ${accountId}
    returning id`
  return row?.id
}

export async function updateAssignment(
  trx: Trx,
  change: AssignmentFields & { promoterId: string; id: string },
): Promise<void> {
  const { promoterId, id, role, startsAt, endsAt, note } = change
  await execute(trx)`
    update assignments set role = ${role}, note = ${note}, version = version + 1, starts_at = ${startsAt}, ends_at = ${endsAt}
    where promoter_id = ${promoterId} and id = ${id}`
}

export async function deleteAssignmentRow(
  trx: Trx,
  deletion: { promoterId: string; id: string },
): Promise<void> {
  await execute(
    trx,
  )`delete from assignments where promoter_id = ${deletion.promoterId} and id = ${deletion.id}`
}

export interface StaffOptionRow {
  id: string
  title: string
  startsAt: Date
  localStart: string
  localEnd: string
  timeZone: string
  currency: string
  isPublic: boolean
  ticketTypes: { id: string; name: string; priceCents: number }[]
}

export function listStaffOptionRows(
  db: Db,
  find: { promoterId: string; now: Date },
): Promise<StaffOptionRow[]> {
  return queryRows<StaffOptionRow>(db)`
    select e.id, e.title, e.starts_at as "startsAt", ${onClock(sql`e.starts_at`)} as "localStart",
      ${onClock(sql`e.ends_at`)} as "localEnd", e.time_zone as "timeZone", e.currency,
      e.status = 'published' as "isPublic", coalesce((
        select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'priceCents', t.price_cents) order by t.position)
        from ticket_types t where t.event_id = e.id
      ), '[]') as "ticketTypes"
    from events e where e.promoter_id = ${find.promoterId} and e.ends_at > ${find.now} and e.status <> 'cancelled'
    order by e.starts_at, e.id limit 500`
}
