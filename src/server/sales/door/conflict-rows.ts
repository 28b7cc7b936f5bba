import type { ScanRef } from '#model/sales/door/scans.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

interface EventKey {
  promoterId: string
  eventId: string
}

export interface ConflictRow {
  ticketId: string
  firstDeviceId: string
  firstSeq: number
  secondDeviceId: string
  secondSeq: number
}

/** Replaces the open conflicts of these tickets. Resolved conflicts stay. */
export async function writeConflicts(
  trx: Trx,
  { promoterId, eventId }: EventKey,
  {
    ticketIds,
    conflicts,
    now,
  }: { ticketIds: readonly string[]; conflicts: readonly ConflictRow[]; now: Date },
): Promise<void> {
  await execute(trx)`
    delete from door_conflicts c
    where c.ticket_id = any(${ticketIds}::uuid[]) and c.event_id = ${eventId} and c.promoter_id = ${promoterId}
      and c.resolved_at is null and not exists (
        select from unnest(${conflicts.map((each) => each.secondDeviceId)}::uuid[],
          ${conflicts.map((each) => each.secondSeq)}::int[]) k (device_id, seq)
        where k.device_id = c.second_device_id and k.seq = c.second_seq)`
  if (conflicts.length === 0) return
  await execute(trx)`
    insert into door_conflicts (promoter_id, event_id, ticket_id, first_device_id, first_seq, second_device_id, second_seq,
      found_at)
    select ${promoterId}, ${eventId}, c.ticket_id, c.first_device_id, c.first_seq, c.second_device_id, c.second_seq, ${now}
    from unnest(${conflicts.map((each) => each.ticketId)}::uuid[], ${conflicts.map((each) => each.firstDeviceId)}::uuid[],
      ${conflicts.map((each) => each.firstSeq)}::int[], ${conflicts.map((each) => each.secondDeviceId)}::uuid[],
      ${conflicts.map((each) => each.secondSeq)}::int[])
      c (ticket_id, first_device_id, first_seq, second_device_id, second_seq)
    on conflict (event_id, second_device_id, second_seq) do update set first_device_id = excluded.first_device_id,
      first_seq = excluded.first_seq
    where door_conflicts.resolved_at is null`
}

export function listOpenConflicts(
  db: Db,
  { promoterId, eventId }: EventKey,
  limit: number,
): Promise<ConflictRow[]> {
  return queryRows<ConflictRow>(db)`
    select ticket_id as "ticketId", first_device_id as "firstDeviceId", first_seq as "firstSeq",
      second_device_id as "secondDeviceId", second_seq as "secondSeq"
    from door_conflicts where event_id = ${eventId} and promoter_id = ${promoterId} and resolved_at is null
    order by found_at desc, second_device_id, second_seq limit ${limit}`
}

/** Returns the second entry of each resolved conflict, newest first. */
export function listResolvedConflicts(
  db: Db,
  { promoterId, eventId }: EventKey,
  limit: number,
): Promise<ScanRef[]> {
  return queryRows<ScanRef>(db)`
    select second_device_id as "deviceId", second_seq as seq
    from door_conflicts where event_id = ${eventId} and promoter_id = ${promoterId} and resolved_at is not null
    order by resolved_at desc, id limit ${limit}`
}

export async function countOpenConflicts(db: Db, { promoterId, eventId }: EventKey): Promise<number> {
  const row = await queryRow<{ count: number }>(db)`
    select count(*)::int as count from door_conflicts
    where event_id = ${eventId} and promoter_id = ${promoterId} and resolved_at is null`
  return row?.count ?? 0
}
