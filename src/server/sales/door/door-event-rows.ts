import { sql } from 'kysely'
import type { CodeMode } from '#model/catalog/codes/code-modes.ts'
import type { ReEntry } from '#model/sales/door/door-rules.ts'
import { codesAppearAt } from '#server/catalog/codes/code-rows.ts'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

/**
 * Events that a caller may scan. With `memberId`, only events that the member is assigned to; with `pairingId`, only the
 * pairing's events; null means no such restriction.
 */
export interface DoorAccess {
  promoterId: string
  memberId: string | null
  pairingId: string | null
}

/**
 * True for events of which tickets may exist, also after they were unpublished: their tickets stay valid. The alias of `events`
 * must be `e`.
 */
export const mayHaveTickets = sql`(e.status <> 'draft' or e.published_at is not null)`

const isReachable = ({ promoterId, memberId, pairingId }: DoorAccess) => sql`
  e.promoter_id = ${promoterId} and ${mayHaveTickets} and (${memberId}::uuid is null or exists (
    select from assignments a where a.event_id = e.id and a.account_id = ${memberId} and a.role = 'door'))
  and (${pairingId}::uuid is null or exists (
    select from door_pairing_events n where n.event_id = e.id and n.pairing_id = ${pairingId}))`

export interface DoorEventRow {
  id: string
  title: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  venueName: string
  status: 'published' | 'cancelled'
  tickets: number
  admitted: number
}

const columns = sql`
  e.id, e.title, e.starts_at as "startsAt", e.ends_at as "endsAt", e.time_zone as "timeZone", e.venue_name as "venueName"`

/** Lists events that end after `endedAfter`, soonest first. */
export function listDoorEventRows(db: Db, find: DoorAccess & { endedAfter: Date }): Promise<DoorEventRow[]> {
  return queryRows<DoorEventRow>(db)`
    select ${columns}, case e.status when 'cancelled' then 'cancelled' else 'published' end as status,
      (select count(*)::int from tickets t where t.event_id = e.id and t.status <> 'void') as tickets,
      (select count(*)::int from tickets t where t.event_id = e.id and t.status = 'used') as admitted
    from events e where ${isReachable(find)} and e.ends_at > ${find.endedAfter}
    order by e.starts_at, e.id limit 100`
}

export interface DoorEvent extends Omit<DoorEventRow, 'tickets' | 'admitted' | 'status'> {
  codeMode: CodeMode
  codesAppearAt: Date
}

export function findDoorEvent(
  db: Db,
  find: DoorAccess & { id: string; endedAfter: Date },
): Promise<DoorEvent | undefined> {
  return queryRow<DoorEvent>(db)`
    select ${columns}, e.code_mode as "codeMode", ${codesAppearAt} as "codesAppearAt" from events e
    where e.id = ${find.id} and ${isReachable(find)} and e.ends_at > ${find.endedAfter}`
}

/** Lists the promoter's other events that end within 60 days before or after this one. */
export function listOtherEvents(
  db: Db,
  find: { promoterId: string; eventId: string },
): Promise<{ id: string; title: string }[]> {
  return queryRows<{ id: string; title: string }>(db)`
    select e.id, e.title from events this join events e on e.promoter_id = this.promoter_id and e.id <> this.id
    where this.id = ${find.eventId} and this.promoter_id = ${find.promoterId} and ${mayHaveTickets}
      and e.ends_at between this.ends_at - interval '60 days' and this.ends_at + interval '60 days'
    order by abs(extract(epoch from e.starts_at - this.starts_at)), e.id limit 100`
}

export interface DoorSettingsRow {
  reEntry: ReEntry
  maxEntries: number | null
  entriesPer: 'event' | 'day'
  roomCapacity: number | null
  version: number
}

export function findDoorSettings(
  db: Db,
  find: { promoterId: string; eventId: string },
): Promise<DoorSettingsRow | undefined> {
  return queryRow<DoorSettingsRow>(db)`
    select re_entry as "reEntry", max_entries as "maxEntries", entries_per as "entriesPer", room_capacity as "roomCapacity",
      version
    from door_settings where event_id = ${find.eventId} and promoter_id = ${find.promoterId}`
}

/** A gate as the door knows it (`Gate` in the model). */
export interface GateRow {
  id: string
  name: string
  ticketTypeIds: string[]
}

export function listGates(db: Db, find: { promoterId: string; eventId: string }): Promise<GateRow[]> {
  return queryRows<GateRow>(db)`
    select g.id, g.name, coalesce(
      (select json_agg(t.ticket_type_id order by t.ticket_type_id) from gate_ticket_types t where t.gate_id = g.id),
      case when g.is_all_types then '[]' else json_build_array(g.id) end) as "ticketTypeIds"
    from gates g where g.event_id = ${find.eventId} and g.promoter_id = ${find.promoterId}
    order by g.position, g.id`
}

export interface DoorTicketTypeRow {
  id: string
  name: string
  fromAt: Date | null
  untilAt: Date | null
}

export function listDoorTicketTypes(
  db: Db,
  find: { promoterId: string; eventId: string },
): Promise<DoorTicketTypeRow[]> {
  return queryRows<DoorTicketTypeRow>(db)`
    select t.id, t.name, w.from_at as "fromAt", w.until_at as "untilAt"
    from ticket_types t left join entry_windows w on w.ticket_type_id = t.id
    where t.event_id = ${find.eventId} and t.promoter_id = ${find.promoterId}
    order by t.id`
}
