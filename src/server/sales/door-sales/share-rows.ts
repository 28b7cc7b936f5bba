import { sql } from 'kysely'
import { lockCounters, removeExpiredHolds } from '#server/catalog/inventory/hold-rows.ts'
import { execute, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface DeviceKey {
  promoterId: string
  eventId: string
  deviceId: string
}

const isOf = ({ promoterId, eventId, deviceId }: DeviceKey) => sql`
  s.promoter_id = ${promoterId} and s.event_id = ${eventId} and s.device_id = ${deviceId}`

const sharedFree = sql`(select p.capacity - p.held - p.sold from capacity_pools p where p.id = i.pool_id)`
/**
 * SQL for the number of tickets that are neither held nor sold, for an inventory row `i`. Expired holds count as held until
 * they are removed.
 */
const free = sql<number>`greatest(0, least(i.capacity - i.held - i.sold, ${sharedFree}))`

/**
 * Takes sold tickets out of the device's share. Shares change under the lock of their inventory rows, and the statements are
 * sent with the commit, so that the lock isn't held during a round trip. `held` is decreased before the sale increases
 * `sold`, because the constraint is checked after each statement.
 */
export const subtractFromDoorShare = (
  trx: Trx,
  {
    device,
    lines,
    now,
  }: { device: DeviceKey; lines: readonly { ticketTypeId: string; quantity: number }[]; now: Date },
): Promise<unknown>[] => {
  const ids = lines.map(({ ticketTypeId }) => ticketTypeId)
  return [
    lockCounters(trx, ids),
    removeExpiredHolds(trx, { ids, now }),
    execute(trx)`
      with taken as (
        update door_shares s set quantity = s.quantity - least(s.quantity, v.quantity)
        from unnest(${ids}::uuid[], ${lines.map(({ quantity }) => quantity)}::int[]) v (id, quantity)
        where s.ticket_type_id = v.id and ${isOf(device)}
        returning s.ticket_type_id, old.quantity - new.quantity as quantity
      )
      update inventory i set held = i.held - taken.quantity from taken
      where i.ticket_type_id = taken.ticket_type_id and taken.quantity > 0`,
  ]
}

/** Sets a share to `quantity`, or to as many tickets as are free. With `onlyRaises`, a lower quantity changes nothing. */
export const writeDoorShare = (
  trx: Trx,
  {
    device,
    ticketTypeId,
    quantity,
    onlyRaises,
    now,
  }: { device: DeviceKey; ticketTypeId: string; quantity: number; onlyRaises: boolean; now: Date },
): Promise<unknown>[] => [
  lockCounters(trx, [ticketTypeId]),
  removeExpiredHolds(trx, { ids: [ticketTypeId], now }),
  execute(trx)`
    with own as (
      select coalesce((select s.quantity from door_shares s where s.ticket_type_id = ${ticketTypeId} and ${isOf(device)}), 0) as quantity
    ), change as (
      select own.quantity + w.by as quantity, w.by
      from own join inventory i on i.ticket_type_id = ${ticketTypeId} and i.promoter_id = ${device.promoterId}
      cross join lateral (select least(${quantity}::int - own.quantity, ${free}) as by) w
      where w.by > 0 or not ${onlyRaises}::bool
    ), counted as (
      update inventory i set held = i.held + change.by from change where i.ticket_type_id = ${ticketTypeId} and change.by <> 0
    )
    insert into door_shares as s (promoter_id, event_id, device_id, ticket_type_id, quantity)
    select ${device.promoterId}, ${device.eventId}, ${device.deviceId}, ${ticketTypeId}, change.quantity from change
    on conflict (promoter_id, event_id, device_id, ticket_type_id)
    do update set quantity = excluded.quantity, recalled_at = null`,
]

/**
 * Makes the tickets of a device's recalled shares free again, or of all its shares. All shares of a revoked device
 * count as recalled.
 */
export const releaseDoorShares = (
  trx: Trx,
  {
    device,
    ticketTypeIds,
    all,
    now,
  }: { device: DeviceKey; ticketTypeIds: readonly string[]; all: boolean; now: Date },
): Promise<unknown>[] => [
  lockCounters(trx, ticketTypeIds),
  removeExpiredHolds(trx, { ids: ticketTypeIds, now }),
  execute(trx)`
    with returned as (
      update door_shares s set quantity = 0, recalled_at = null
      where s.ticket_type_id = any(${ticketTypeIds}::uuid[]) and ${isOf(device)} and (${all}::bool or s.recalled_at is not null
        or exists (select from door_devices d where d.promoter_id = s.promoter_id and d.event_id = s.event_id
          and d.id = s.device_id and d.revoked_at is not null))
      returning s.ticket_type_id, old.quantity
    )
    update inventory i set held = i.held - returned.quantity from returned
    where i.ticket_type_id = returned.ticket_type_id and returned.quantity > 0`,
]

export async function listTicketTypesWithShare(db: Db, device: DeviceKey): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    select s.ticket_type_id as id from door_shares s where ${isOf(device)} order by 1`
  return rows.map(({ id }) => id)
}

export async function recallDoorShares(trx: Trx, device: DeviceKey, now: Date): Promise<void> {
  await execute(trx)`
    update door_shares s set recalled_at = coalesce(s.recalled_at, ${now}) where s.quantity > 0 and ${isOf(device)}`
}

export interface DoorShareRow {
  ticketTypeId: string
  quantity: number
  isRecalled: boolean
  free: number
}

/** Lists the device's share and the number of free tickets for each ticket type of the event. */
export function listDoorShares(db: Db, device: DeviceKey): Promise<DoorShareRow[]> {
  return queryRows<DoorShareRow>(db)`
    select t.id as "ticketTypeId", coalesce(s.quantity, 0) as quantity,
      s.recalled_at is not null or exists (select from door_devices d where d.promoter_id = t.promoter_id
        and d.event_id = t.event_id and d.id = ${device.deviceId} and d.revoked_at is not null) as "isRecalled",
      coalesce(${free}, 0) as free
    from ticket_types t join inventory i on i.ticket_type_id = t.id
    left join door_shares s on s.ticket_type_id = t.id and ${isOf(device)}
    where t.event_id = ${device.eventId} and t.promoter_id = ${device.promoterId} order by t.id`
}

/** Lists devices that still have shares of events that ended before `endedBefore`. */
export function listEndedShares(db: Db, find: { endedBefore: Date; limit: number }): Promise<DeviceKey[]> {
  return queryRows<DeviceKey>(db)`
    select distinct s.promoter_id as "promoterId", s.event_id as "eventId", s.device_id as "deviceId"
    from door_shares s join events e on e.id = s.event_id
    where s.quantity > 0 and e.ends_at < ${find.endedBefore} limit ${find.limit}`
}
