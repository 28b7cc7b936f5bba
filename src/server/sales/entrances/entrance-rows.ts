import { sql } from 'kysely'
import type { ReEntry } from '#model/sales/door/door-rules.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { mayHaveTickets } from '#server/sales/door/door-event-rows.ts'

interface EventKey {
  promoterId: string
  eventId: string
}

/** Locks an event's entrances, so that edits run one after the other. */
export async function lockEntrances(trx: Trx, { promoterId, eventId }: EventKey): Promise<void> {
  await execute(trx)`
    select from events where id = ${eventId} and promoter_id = ${promoterId} for no key update`
}

export async function writeDoorSettings(
  trx: Trx,
  { promoterId, eventId }: EventKey,
  settings: {
    reEntry: ReEntry
    maxEntries: number | null
    entriesPer: 'event' | 'day'
    roomCapacity: number | null
  },
): Promise<void> {
  const { reEntry, maxEntries, entriesPer, roomCapacity } = settings
  await execute(trx)`
    insert into door_settings (event_id, promoter_id, re_entry, max_entries, entries_per, room_capacity)
    values (${eventId}, ${promoterId}, ${reEntry}, ${maxEntries}, ${entriesPer}, ${roomCapacity})
    on conflict (event_id) do update set re_entry = excluded.re_entry, max_entries = excluded.max_entries,
      entries_per = excluded.entries_per, room_capacity = excluded.room_capacity, version = door_settings.version + 1`
}

interface Named {
  id: string
  name: string
  ticketTypeIds: readonly string[]
}

interface NamedGate extends Named {
  hasNoTypeLeft: boolean
}

interface ManagedGateRow {
  id: string
  name: string
  ticketTypeIds: string[]
  hasNoTypeLeft: boolean
}

export function listManagedGates(db: Db, { promoterId, eventId }: EventKey): Promise<ManagedGateRow[]> {
  return queryRows<ManagedGateRow>(db)`
    select g.id, g.name, (select coalesce(json_agg(t.ticket_type_id order by t.ticket_type_id), '[]')
        from gate_ticket_types t where t.gate_id = g.id) as "ticketTypeIds",
      not (g.is_all_types or exists (select from gate_ticket_types t where t.gate_id = g.id)) as "hasNoTypeLeft"
    from gates g
    where g.event_id = ${eventId} and g.promoter_id = ${promoterId} order by g.position, g.id`
}

const pairsOf = (named: readonly Named[]) =>
  named.flatMap(({ id, ticketTypeIds }) => [...new Set(ticketTypeIds)].map((typeId) => ({ id, typeId })))

const isForAll = ({ ticketTypeIds, hasNoTypeLeft }: NamedGate): boolean =>
  ticketTypeIds.length === 0 && !hasNoTypeLeft

/** Updates existing gates instead of replacing them, because paired devices refer to them. */
export async function replaceGates(
  trx: Trx,
  { promoterId, eventId }: EventKey,
  gates: readonly NamedGate[],
): Promise<void> {
  const ids = gates.map(({ id }) => id)
  await execute(trx)`
    delete from gates where event_id = ${eventId} and promoter_id = ${promoterId} and id <> all(${ids}::uuid[])`
  await execute(trx)`
    insert into gates (id, promoter_id, event_id, name, is_all_types, position)
    select g.id, ${promoterId}, ${eventId}, g.name, g.is_all_types, g.position
    from unnest(${ids}::uuid[], ${gates.map(({ name }) => name)}::text[], ${gates.map(isForAll)}::boolean[])
      with ordinality as g (id, name, is_all_types, position)
    on conflict (id) do update set name = excluded.name, position = excluded.position, is_all_types = excluded.is_all_types
    where gates.event_id = excluded.event_id and gates.promoter_id = excluded.promoter_id`
  await execute(
    trx,
  )`delete from gate_ticket_types where event_id = ${eventId} and promoter_id = ${promoterId}`
  const pairs = pairsOf(gates)
  await execute(trx)`
    insert into gate_ticket_types (gate_id, promoter_id, event_id, ticket_type_id)
    select p.gate_id, ${promoterId}, ${eventId}, p.ticket_type_id
    from unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ typeId }) => typeId)}::uuid[])
      p (gate_id, ticket_type_id)`
}

export async function replaceLists(
  trx: Trx,
  { promoterId, eventId }: EventKey,
  lists: readonly (Named & { note: string })[],
): Promise<void> {
  await execute(trx)`delete from door_lists where event_id = ${eventId} and promoter_id = ${promoterId}`
  await execute(trx)`
    insert into door_lists (id, promoter_id, event_id, name, note, position)
    select l.id, ${promoterId}, ${eventId}, l.name, l.note, l.position
    from unnest(${lists.map(({ id }) => id)}::uuid[], ${lists.map(({ name }) => name)}::text[],
      ${lists.map(({ note }) => note)}::text[]) with ordinality as l (id, name, note, position)`
  const pairs = pairsOf(lists)
  await execute(trx)`
    insert into door_list_ticket_types (list_id, promoter_id, event_id, ticket_type_id)
    select p.list_id, ${promoterId}, ${eventId}, p.ticket_type_id
    from unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ typeId }) => typeId)}::uuid[])
      p (list_id, ticket_type_id)`
}

export async function replaceWindows(
  trx: Trx,
  { promoterId, eventId }: EventKey,
  windows: readonly { ticketTypeId: string; fromAt: Date | null; untilAt: Date | null }[],
): Promise<void> {
  await execute(trx)`delete from entry_windows where event_id = ${eventId} and promoter_id = ${promoterId}`
  await execute(trx)`
    insert into entry_windows (ticket_type_id, promoter_id, event_id, from_at, until_at)
    select w.ticket_type_id, ${promoterId}, ${eventId}, w.from_at, w.until_at
    from unnest(${windows.map(({ ticketTypeId }) => ticketTypeId)}::uuid[],
      ${windows.map(({ fromAt }) => fromAt)}::timestamptz[], ${windows.map(({ untilAt }) => untilAt)}::timestamptz[])
      w (ticket_type_id, from_at, until_at)`
}

export interface TicketWithNote {
  id: string
  eventId: string
  orderId: string
  code: string
  note: string
}

export function lockTicketWithNote(
  trx: Trx,
  find: { promoterId: string; ticketId: string },
): Promise<TicketWithNote | undefined> {
  return queryRow<TicketWithNote>(trx)`
    select t.id, t.event_id as "eventId", t.order_id as "orderId", t.code,
      coalesce((select n.note from door_notes n where n.ticket_id = t.id), '') as note
    from tickets t where t.id = ${find.ticketId} and t.promoter_id = ${find.promoterId} for no key update of t`
}

export async function writeDoorNote(
  trx: Trx,
  { promoterId, eventId, ticketId, note, now }: EventKey & { ticketId: string; note: string; now: Date },
): Promise<void> {
  if (note === '') await execute(trx)`delete from door_notes where ticket_id = ${ticketId}`
  else
    await execute(trx)`
      insert into door_notes (ticket_id, promoter_id, event_id, note, updated_at)
      values (${ticketId}, ${promoterId}, ${eventId}, ${note}, ${now})
      on conflict (ticket_id) do update set note = excluded.note, updated_at = excluded.updated_at`
}

export function listCheckInEventRows(
  db: Db,
  find: { promoterId: string; endedAfter: Date },
): Promise<CheckInEventRow[]> {
  return queryRows<CheckInEventRow>(db)`
    select ${eventColumns} from events e
    where e.promoter_id = ${find.promoterId} and ${mayHaveTickets} and e.ends_at > ${find.endedAfter}
    order by e.starts_at, e.id limit 100`
}

export interface CheckInEventRow {
  id: string
  title: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  venueName: string
  status: 'published' | 'cancelled'
}

const eventColumns = sql`
  e.id, e.title, e.starts_at as "startsAt", e.ends_at as "endsAt", e.time_zone as "timeZone", e.venue_name as "venueName",
  case e.status when 'cancelled' then 'cancelled' else 'published' end as status`

export function findCheckInEvent(
  db: Db,
  { promoterId, eventId }: EventKey,
): Promise<CheckInEventRow | undefined> {
  return queryRow<CheckInEventRow>(db)`
    select ${eventColumns} from events e
    where e.id = ${eventId} and e.promoter_id = ${promoterId} and ${mayHaveTickets}`
}
