import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'

export interface DoorConflictRow {
  id: string
  eventId: string
  eventTitle: string
  ticketId: string
  code: string
  holder: string
  ticketName: string
  orderId: string
  orderNumber: string
  firstAt: Date
  firstDevice: string
  firstGate: string
  secondAt: Date
  secondDevice: string
  secondGate: string
  foundAt: Date
  resolvedAt: Date | null
  resolvedBy: string
  note: string
}

const conflictRows = sql`
  select c.id, c.event_id as "eventId", e.title as "eventTitle", c.ticket_id as "ticketId", t.code, t.holder, y.name as "ticketName",
    o.id as "orderId", o.number as "orderNumber", one.at as "firstAt", d1.name as "firstDevice",
    coalesce((select g.name from gates g where g.id = one.gate_id and g.event_id = c.event_id), '') as "firstGate",
    other.at as "secondAt", d2.name as "secondDevice",
    coalesce((select g.name from gates g where g.id = other.gate_id and g.event_id = c.event_id), '') as "secondGate",
    c.found_at as "foundAt", c.resolved_at as "resolvedAt", c.note,
    coalesce((select coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) from accounts a
      where a.id = c.resolved_by), '') as "resolvedBy"
  from door_conflicts c
  join events e on e.id = c.event_id
  join tickets t on t.id = c.ticket_id join ticket_types y on y.id = t.ticket_type_id join orders o on o.id = t.order_id
  join scans one on one.event_id = c.event_id and one.device_id = c.first_device_id and one.seq = c.first_seq
  join scans other on other.event_id = c.event_id and other.device_id = c.second_device_id and other.seq = c.second_seq
  join door_devices d1 on d1.promoter_id = c.promoter_id and d1.event_id = c.event_id and d1.id = c.first_device_id
  join door_devices d2 on d2.promoter_id = c.promoter_id and d2.event_id = c.event_id and d2.id = c.second_device_id`

export function listDoorConflictRows(
  db: Db,
  find: {
    promoterId: string
    eventId: string
    isResolved: boolean
    after: ListPosition | undefined
    limit: number
  },
): Promise<DoorConflictRow[]> {
  const { after } = find
  return queryRows<DoorConflictRow>(db)`
    ${conflictRows}
    where c.event_id = ${find.eventId} and c.promoter_id = ${find.promoterId} and (c.resolved_at is not null) = ${find.isResolved}
      ${after ? sql`and (date_trunc('milliseconds', c.found_at), c.id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by date_trunc('milliseconds', c.found_at) desc, c.id desc limit ${find.limit}`
}

/** Returns the conflict and locks its row until the transaction ends. */
export function lockDoorConflict(
  trx: Trx,
  find: { promoterId: string; id: string },
): Promise<DoorConflictRow | undefined> {
  return queryRow<DoorConflictRow>(trx)`
    ${conflictRows} where c.id = ${find.id} and c.promoter_id = ${find.promoterId} for update of c`
}

export async function markConflictResolved(
  trx: Trx,
  {
    promoterId,
    id,
    accountId,
    note,
    now,
  }: { promoterId: string; id: string; accountId: string | null; note: string; now: Date },
): Promise<void> {
  await execute(trx)`
    update door_conflicts set resolved_at = ${now}, resolved_by = ${accountId}, note = ${note}
    where id = ${id} and promoter_id = ${promoterId}`
}
