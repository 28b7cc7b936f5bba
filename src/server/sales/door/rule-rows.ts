import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

interface DoorListRow {
  name: string
  note: string
  ticketTypeIds: string[]
}

interface EventKey {
  promoterId: string
  eventId: string
}

export function listDoorLists(db: Db, { promoterId, eventId }: EventKey): Promise<DoorListRow[]> {
  return queryRows<DoorListRow>(db)`
    select l.name, l.note, (select coalesce(json_agg(t.ticket_type_id order by t.ticket_type_id), '[]')
      from door_list_ticket_types t where t.list_id = l.id) as "ticketTypeIds"
    from door_lists l where l.event_id = ${eventId} and l.promoter_id = ${promoterId}
    order by l.position, l.id`
}

export function listDoorNotes(
  db: Db,
  { promoterId, eventId }: EventKey,
): Promise<{ ticketId: string; note: string }[]> {
  return queryRows<{ ticketId: string; note: string }>(db)`
    select ticket_id as "ticketId", note from door_notes
    where event_id = ${eventId} and promoter_id = ${promoterId} order by ticket_id`
}

/** Returns a version that changes with anything in a snapshot except tickets, scans and devices. */
export async function readRulesVersion(db: Db, { promoterId, eventId }: EventKey): Promise<string> {
  const row = await queryRow<{ version: string }>(db)`
    select coalesce(md5(concat_ws('/',
      (select concat_ws(',', e.title, e.starts_at, e.ends_at, e.time_zone, e.venue_name, e.code_mode, e.code_reveal_hours,
        e.doors_at) from events e where e.id = ${eventId}),
      (select encode(k.public_key, 'hex') from signing_keys k where k.promoter_id = ${promoterId}),
      (select s::text from door_settings s where s.event_id = ${eventId}),
      (select string_agg(g::text, ',' order by g.id) from gates g where g.event_id = ${eventId}),
      (select string_agg(concat(t.gate_id, t.ticket_type_id), ',' order by t.gate_id, t.ticket_type_id)
        from gate_ticket_types t join gates g on g.id = t.gate_id where g.event_id = ${eventId}),
      (select string_agg(concat(t.id, t.name), ',' order by t.id) from ticket_types t where t.event_id = ${eventId}),
      (select string_agg(concat_ws(',', w.ticket_type_id, extract(epoch from w.from_at), extract(epoch from w.until_at)), ';'
        order by w.ticket_type_id) from entry_windows w where w.promoter_id = ${promoterId} and w.event_id = ${eventId}),
      (select string_agg(l::text, ',' order by l.id) from door_lists l where l.event_id = ${eventId}),
      (select string_agg(concat(t.list_id, t.ticket_type_id), ',' order by t.list_id, t.ticket_type_id)
        from door_list_ticket_types t where t.promoter_id = ${promoterId} and t.event_id = ${eventId}),
      (select string_agg(concat(n.ticket_id, n.note), ',' order by n.ticket_id)
        from door_notes n where n.promoter_id = ${promoterId} and n.event_id = ${eventId}))), '') as version`
  return row?.version ?? ''
}
