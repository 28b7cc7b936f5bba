import { sql } from 'kysely'
import type { ScanRef } from '#model/sales/door/scans.ts'
import { likeFragment } from '#model/sales/order-search.ts'
import { hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

interface EventKey {
  promoterId: string
  eventId: string
}

/** An API key, or a member who uses the console, treated as a scanning device. */
export interface CheckInDevice {
  id: string
  accountId: string | null
  apiKeyId: string | null
}

/**
 * Registers an API key, or a member who uses the console, as a device of the event. False if that device was revoked or
 * there are too many.
 */
export function writeCheckInDevice(
  trx: Trx,
  { promoterId, eventId }: EventKey,
  { id, accountId, apiKeyId, now, maxDevices }: CheckInDevice & { now: Date; maxDevices: number },
): Promise<boolean> {
  return hasRow(trx)`
    insert into door_devices as d (id, promoter_id, event_id, account_id, api_key_id, name, created_at, last_sync_at)
    select ${id}, ${promoterId}, ${eventId}, ${accountId}, ${apiKeyId},
      coalesce((select k.name from api_keys k where k.promoter_id = ${promoterId} and k.id = ${apiKeyId}), 'Console'), ${now}, ${now}
    where exists (select from door_devices k where k.promoter_id = ${promoterId} and k.event_id = ${eventId} and k.id = ${id})
      or (select count(*) from door_devices k where k.promoter_id = ${promoterId} and k.event_id = ${eventId}) < ${maxDevices}
    on conflict (promoter_id, event_id, id) do update set name = excluded.name, last_sync_at = excluded.last_sync_at
    where d.revoked_at is null and d.account_id is not distinct from excluded.account_id
      and d.api_key_id is not distinct from excluded.api_key_id
    returning true as written`
}

export async function readNextSeq(trx: Trx, { eventId }: EventKey, deviceId: string): Promise<number> {
  const row = await queryRow<{ seq: number }>(trx)`
    select coalesce(max(seq), 0)::int + 1 as seq from scans
    where event_id = ${eventId} and device_id = ${deviceId}`
  return row?.seq ?? 1
}

/** A scan that a request with an idempotency key recorded. */
export interface RequestedScan {
  seq: number
  ticketId: string
  kind: 'entry' | 'exit' | 'undo'
}

export function findScanByRequest(
  trx: Trx,
  { promoterId, eventId }: EventKey,
  { deviceId, requestKey }: { deviceId: string; requestKey: string },
): Promise<RequestedScan | undefined> {
  return queryRow<RequestedScan>(trx)`
    select seq, ticket_id as "ticketId", kind from scans
    where event_id = ${eventId} and promoter_id = ${promoterId} and device_id = ${deviceId} and request_key = ${requestKey}`
}

export function findUndo(
  trx: Trx,
  { promoterId, eventId }: EventKey,
  { deviceId, seq }: ScanRef,
): Promise<ScanRef | undefined> {
  return queryRow<ScanRef>(trx)`
    select device_id as "deviceId", seq from scans
    where event_id = ${eventId} and promoter_id = ${promoterId} and kind = 'undo' and undoes_device_id = ${deviceId}
      and undoes_seq = ${seq} order by position limit 1`
}

export interface ScanRow {
  deviceId: string
  seq: number
  kind: 'entry' | 'exit' | 'undo'
  at: Date
  device: string
  gateId: string | null
  gate: string
  isOverride: boolean
  reason: string
}

const scannedColumns = sql`
  s.device_id as "deviceId", s.seq, s.kind, s.at, d.name as device, s.gate_id as "gateId",
  coalesce((select g.name from gates g where g.id = s.gate_id and g.event_id = s.event_id), '') as gate,
  s.is_override as "isOverride", s.reason`

const scannedTables = sql`
  scans s join door_devices d on d.promoter_id = s.promoter_id and d.event_id = s.event_id and d.id = s.device_id`

export function listScanRows(
  db: Db,
  { promoterId, eventId }: EventKey,
  refs: readonly ScanRef[],
): Promise<ScanRow[]> {
  return queryRows<ScanRow>(db)`
    select ${scannedColumns} from ${scannedTables}
    join unnest(${refs.map(({ deviceId }) => deviceId)}::uuid[], ${refs.map(({ seq }) => seq)}::int[]) r (device_id, seq)
      on s.device_id = r.device_id and s.seq = r.seq
    where s.event_id = ${eventId} and s.promoter_id = ${promoterId}`
}

export interface LoggedScanRow extends ScanRow {
  position: number
  ticketId: string
  code: string
  holder: string
  ticketName: string
  receivedAt: Date
  isUndone: boolean
}

/**
 * Returns scans in the order of their arrival. With `isNewestFirst`, these are the ones before `position`, otherwise those
 * after it.
 */
export function listLoggedScans(
  db: Db,
  { promoterId, eventId }: EventKey,
  { position, limit, isNewestFirst }: { position: number; limit: number; isNewestFirst: boolean },
): Promise<LoggedScanRow[]> {
  return queryRows<LoggedScanRow>(db)`
    select ${scannedColumns}, s.position::float8 as position, s.ticket_id as "ticketId", t.code, t.holder, y.name as "ticketName",
      s.received_at as "receivedAt", exists (select from scans u where u.event_id = s.event_id and u.kind = 'undo'
        and u.undoes_device_id = s.device_id and u.undoes_seq = s.seq) as "isUndone"
    from ${scannedTables} join tickets t on t.id = s.ticket_id join ticket_types y on y.id = t.ticket_type_id
    where s.event_id = ${eventId} and s.promoter_id = ${promoterId}
      ${isNewestFirst ? sql`and s.position < ${position} order by s.position desc` : sql`and s.position > ${position} order by s.position`}
    limit ${limit}`
}

/** A ticket with the data that the check-in API returns. */
export interface CheckedTicketRow {
  id: string
  eventId: string
  ticketTypeId: string
  ticketName: string
  generation: number
  state: 'valid' | 'void' | 'refunded'
  code: string
  holder: string
  orderNumber: string
  note: string
}

const ticketColumns = sql`
  t.id, t.event_id as "eventId", t.ticket_type_id as "ticketTypeId", y.name as "ticketName", t.generation,
  case when t.status <> 'void' and t.returned_at is null then 'valid'
    when t.returned_at is not null or exists (select from refund_tickets r where r.ticket_id = t.id) then 'refunded' else 'void' end as state,
  t.code, t.holder, o.number as "orderNumber", coalesce(n.note, '') as note`

const ticketTables = sql`
  tickets t join ticket_types y on y.id = t.ticket_type_id join orders o on o.id = t.order_id
  left join door_notes n on n.ticket_id = t.id`

export function findCheckedTicket(
  db: Db,
  { promoterId, eventId }: EventKey,
  { id, code }: { id?: string; code?: string },
): Promise<CheckedTicketRow | undefined> {
  return queryRow<CheckedTicketRow>(db)`
    select ${ticketColumns} from ${ticketTables}
    where (t.id = ${id ?? null}::uuid or t.code = ${code ?? null}) and t.event_id = ${eventId} and t.promoter_id = ${promoterId}`
}

/** Finds tickets that match every word: in the holder's name, the code or the order number. */
export function searchTickets(
  db: Db,
  { promoterId, eventId }: EventKey,
  { words, limit }: { words: readonly string[]; limit: number },
): Promise<CheckedTicketRow[]> {
  return queryRows<CheckedTicketRow>(db)`
    select ${ticketColumns} from ${ticketTables}
    where t.event_id = ${eventId} and t.promoter_id = ${promoterId}
      and lower(concat_ws(' ', t.holder, t.code, replace(t.code, '-', ''), o.number))
        like all (${words.map(likeFragment)}::text[])
    order by t.holder, t.id limit ${limit}`
}

export function listTicketsWithNotes(
  db: Db,
  { promoterId, eventId }: EventKey,
  limit: number,
): Promise<CheckedTicketRow[]> {
  return queryRows<CheckedTicketRow>(db)`
    select ${ticketColumns} from ${ticketTables}
    where n.event_id = ${eventId} and n.promoter_id = ${promoterId} and t.event_id = ${eventId} and t.promoter_id = ${promoterId}
    order by n.updated_at desc, t.id limit ${limit}`
}
