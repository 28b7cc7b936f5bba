import { sql } from 'kysely'
import type { DoorTicketRow } from '#contracts/portal/door.ts'
import type { Scan, ScanRef } from '#model/sales/door/scans.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

interface EventKey {
  promoterId: string
  eventId: string
}

/**
 * Locks an event's scans until the transaction ends, so that their positions are in the order of commit. False while another
 * transaction has the lock.
 */
export async function tryLockScans(trx: Trx, eventId: string): Promise<boolean> {
  const row = await queryRow<{ isMine: boolean }>(trx)`
    select coalesce(pg_try_advisory_xact_lock(hashtextextended(${`scans:${eventId}`}, 0)), false) as "isMine"`
  return row?.isMine === true
}

/** Returns those of the ids that are tickets of the event. */
export async function listTicketsOfEvent(
  db: Db,
  { promoterId, eventId }: EventKey,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    select id from tickets where id = any(${ids}::uuid[]) and event_id = ${eventId} and promoter_id = ${promoterId}`
  return rows.map(({ id }) => id)
}

export interface NewScan extends Scan {
  reason: string
  /** Idempotency key of a scan that was sent through the API. */
  requestKey?: string
}

export async function insertScans(
  trx: Trx,
  { promoterId, eventId }: EventKey,
  { scans, accountId, now }: { scans: readonly NewScan[]; accountId: string | null; now: Date },
): Promise<void> {
  await execute(trx)`
    insert into scans (promoter_id, event_id, account_id, device_id, seq, ticket_id, kind, at, received_at, gate_id, undoes_device_id,
      undoes_seq, is_override, reason, request_key)
    select ${promoterId}, ${eventId}, ${accountId}, s.device_id, s.seq, s.ticket_id, s.kind, s.at, ${now}, s.gate_id, s.undoes_device_id,
      s.undoes_seq, s.is_override, s.reason, s.request_key
    from unnest(${scans.map((each) => each.deviceId)}::uuid[], ${scans.map((each) => each.seq)}::int[],
      ${scans.map((each) => each.ticketId)}::uuid[], ${scans.map((each) => each.kind)}::text[],
      ${scans.map((each) => new Date(each.atMs))}::timestamptz[], ${scans.map((each) => each.gateId)}::uuid[],
      ${scans.map((each) => each.undoes?.deviceId ?? null)}::uuid[], ${scans.map((each) => each.undoes?.seq ?? null)}::int[],
      ${scans.map((each) => each.isOverride ?? false)}::bool[], ${scans.map((each) => each.reason)}::text[],
      ${scans.map((each) => each.requestKey ?? null)}::text[])
      s (device_id, seq, ticket_id, kind, at, gate_id, undoes_device_id, undoes_seq, is_override, reason, request_key)
    order by s.seq
    on conflict (event_id, device_id, seq) do nothing`
}

export interface StoredScan {
  position: number
  deviceId: string
  seq: number
  ticketId: string
  kind: 'entry' | 'exit' | 'undo'
  at: Date
  gateId: string | null
  undoesDeviceId: string | null
  undoesSeq: number | null
  isOverride: boolean
  reason: string
}

const scanColumns = sql`
  s.position::float8 as position, s.device_id as "deviceId", s.seq, s.ticket_id as "ticketId", s.kind, s.at, s.gate_id as "gateId",
  s.undoes_device_id as "undoesDeviceId", s.undoes_seq as "undoesSeq", s.is_override as "isOverride", s.reason`

export function listScansAfter(
  db: Db,
  { promoterId, eventId }: EventKey,
  { position, limit }: { position: number; limit: number },
): Promise<StoredScan[]> {
  return queryRows<StoredScan>(db)`
    select ${scanColumns} from scans s
    where s.event_id = ${eventId} and s.promoter_id = ${promoterId} and s.position > ${position}
    order by s.position limit ${limit}`
}

export function listScansByRef(
  db: Db,
  { promoterId, eventId }: EventKey,
  refs: readonly ScanRef[],
): Promise<StoredScan[]> {
  return queryRows<StoredScan>(db)`
    select ${scanColumns}
    from unnest(${refs.map(({ deviceId }) => deviceId)}::uuid[], ${refs.map(({ seq }) => seq)}::int[]) r (device_id, seq)
    join scans s on s.event_id = ${eventId} and s.device_id = r.device_id and s.seq = r.seq and s.promoter_id = ${promoterId}`
}

export function listScansOfTickets(
  db: Db,
  { promoterId, eventId }: EventKey,
  ticketIds: readonly string[],
): Promise<StoredScan[]> {
  return queryRows<StoredScan>(db)`
    select ${scanColumns} from scans s
    where s.ticket_id = any(${ticketIds}::uuid[]) and s.event_id = ${eventId} and s.promoter_id = ${promoterId}
    order by s.position`
}

export function countScans(
  db: Db,
  { promoterId, eventId }: EventKey,
  ticketIds: readonly string[],
): Promise<{ ticketId: string; count: number }[]> {
  return queryRows<{ ticketId: string; count: number }>(db)`
    select ticket_id as "ticketId", count(*)::int as count from scans
    where ticket_id = any(${ticketIds}::uuid[]) and event_id = ${eventId} and promoter_id = ${promoterId}
    group by ticket_id`
}

/** Marks tickets as used, or as valid again after an undo. Void tickets stay void. */
export async function setTicketsUsed(
  trx: Trx,
  { promoterId, eventId }: EventKey,
  tickets: readonly { id: string; isUsed: boolean }[],
): Promise<void> {
  await execute(trx)`
    update tickets t set status = case when v.is_used then 'used' else 'valid' end
    from unnest(${tickets.map(({ id }) => id)}::uuid[], ${tickets.map(({ isUsed }) => isUsed)}::bool[]) v (id, is_used)
    where t.id = v.id and t.event_id = ${eventId} and t.promoter_id = ${promoterId}
      and t.status = case when v.is_used then 'valid' else 'used' end`
}

/** SQL for the tickets of an event as `DoorTicketRow`. Callers add conditions on `t`. */
export const ticketRows = ({ promoterId, eventId }: EventKey, includesHolders: boolean) => sql`
  select json_build_array(t.id, replace(t.code, '-', ''), t.ticket_type_id, t.generation,
    case when t.status <> 'void' and t.returned_at is null then 0
      when t.returned_at is not null or exists (select from refund_tickets r where r.ticket_id = t.id) then 2 else 1 end,
    case when ${includesHolders} then t.holder else '' end, o.number) as row
  from tickets t join orders o on o.id = t.order_id
  where t.event_id = ${eventId} and t.promoter_id = ${promoterId}`

/** Returns all tickets of an event as a JSON array of `DoorTicketRow`. Node doesn't parse it, because there can be many tickets. */
export async function readTicketsJson(db: Db, key: EventKey, includesHolders: boolean): Promise<string> {
  const row = await queryRow<{ tickets: string }>(db)`
    select coalesce(string_agg(t.row::text, ','), '') as tickets from (${ticketRows(key, includesHolders)}) t`
  return `[${row?.tickets ?? ''}]`
}

/**
 * Returns tickets that were issued, voided, returned, renamed or given a new code after a time, and those whose return
 * failed after it.
 */
export async function listChangedTickets(
  db: Db,
  key: EventKey,
  { since, limit, includesHolders }: { since: Date; limit: number; includesHolders: boolean },
): Promise<DoorTicketRow[]> {
  const rows = await queryRows<{ row: DoorTicketRow }>(db)`
    ${ticketRows(key, includesHolders)} and (t.created_at >= ${since} or t.voided_at >= ${since} or t.reissued_at >= ${since}
      or t.returned_at >= ${since}      or t.holder_changed_at >= ${since}) limit ${limit}`
  return rows.map(({ row }) => row)
}
