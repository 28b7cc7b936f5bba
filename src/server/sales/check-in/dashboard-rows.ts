import { sql } from 'kysely'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

interface EventKey {
  promoterId: string
  eventId: string
}

/** Common table expression `moves`: entries and exits, except undone ones. */
const counted = ({ promoterId, eventId }: EventKey) => sql`
  moves as materialized (
    select s.ticket_id, s.kind, s.at, s.gate_id, s.device_id, s.seq from scans s
    where s.event_id = ${eventId} and s.promoter_id = ${promoterId} and s.kind <> 'undo' and not exists (
      select from scans u where u.event_id = s.event_id and u.kind = 'undo' and u.undoes_device_id = s.device_id
        and u.undoes_seq = s.seq)
  )`

export interface DoorTotals {
  inside: number
  entries: number
  exits: number
  firstAt: Date | null
  lastAt: Date | null
}

/** A ticket's scans are ordered as in `model/sales/door/scans.ts`. */
export async function readDoorTotals(db: Db, key: EventKey): Promise<DoorTotals> {
  const totals = await queryRow<DoorTotals>(db)`
    with ${counted(key)}
    select count(*) filter (where m.kind = 'entry')::int as entries, count(*) filter (where m.kind = 'exit')::int as exits,
      min(m.at) as "firstAt", max(m.at) as "lastAt", (
        select count(*)::int from (
          select distinct on (l.ticket_id) l.kind from moves l order by l.ticket_id, l.at desc, l.device_id desc, l.seq desc
        ) latest where latest.kind = 'entry') as inside
    from moves m`
  return totals ?? { inside: 0, entries: 0, exits: 0, firstAt: null, lastAt: null }
}

export function countEntriesAndExitsByGate(
  db: Db,
  key: EventKey,
): Promise<{ gateId: string | null; entries: number; exits: number }[]> {
  return queryRows<{ gateId: string | null; entries: number; exits: number }>(db)`
    with ${counted(key)}
    select gate_id as "gateId", count(*) filter (where kind = 'entry')::int as entries,
      count(*) filter (where kind = 'exit')::int as exits
    from moves group by gate_id`
}

export function countAdmittedByTicketType(
  db: Db,
  key: EventKey,
): Promise<{ id: string; name: string; tickets: number; admitted: number }[]> {
  return queryRows<{ id: string; name: string; tickets: number; admitted: number }>(db)`
    with ${counted(key)}, entered as (select distinct ticket_id from moves where kind = 'entry')
    select y.id, y.name, coalesce(c.tickets, 0) as tickets, coalesce(c.admitted, 0) as admitted
    from ticket_types y left join (
      select t.ticket_type_id, count(*) filter (where t.status <> 'void')::int as tickets,
        count(e.ticket_id)::int as admitted
      from tickets t left join entered e on e.ticket_id = t.id
      where t.event_id = ${key.eventId} group by t.ticket_type_id
    ) c on c.ticket_type_id = y.id
    where y.event_id = ${key.eventId} and y.promoter_id = ${key.promoterId} order by y.position, y.name`
}

/** Counts entries and exits per interval of `minutes`, oldest first. Leaves out intervals without scans. */
export function countArrivals(
  db: Db,
  key: EventKey,
  minutes: number,
): Promise<{ at: Date; entries: number; exits: number }[]> {
  return queryRows<{ at: Date; entries: number; exits: number }>(db)`
    with ${counted(key)}
    select coalesce(date_bin(make_interval(mins => ${minutes}::int), m.at, 'epoch'::timestamptz), m.at) as at,
      count(*) filter (where m.kind = 'entry')::int as entries, count(*) filter (where m.kind = 'exit')::int as exits
    from moves m group by 1 order by 1`
}

export async function readDeviceTotals(
  db: Db,
  { promoterId, eventId }: EventKey,
): Promise<{ devices: number; waiting: number }> {
  const row = await queryRow<{ devices: number; waiting: number }>(db)`
    select count(*)::int as devices, coalesce(sum(waiting), 0)::int as waiting from door_devices
    where event_id = ${eventId} and promoter_id = ${promoterId} and revoked_at is null`
  return row ?? { devices: 0, waiting: 0 }
}
