import { sql } from 'kysely'
import { hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

interface EventKey {
  promoterId: string
  eventId: string
}

export interface DeviceOwner {
  accountId: string | null
  pairingId: string | null
}

export interface DeviceRow {
  id: string
  name: string
  gateId: string | null
  waiting: number
  appVersion: string
  battery: number | null
}

/**
 * Registers a device, or updates the data that it reports. False if the device was revoked or belongs to another owner, or
 * if there are too many devices.
 */
export function writeDevice(
  trx: Trx,
  { promoterId, eventId }: EventKey,
  device: DeviceRow & DeviceOwner & { now: Date; maxDevices: number; maxOfOwner: number },
): Promise<boolean> {
  return hasRow(trx)`
    insert into door_devices as d (id, promoter_id, event_id, account_id, pairing_id, name, gate_id, created_at, last_sync_at,
      waiting, app_version, battery)
    select ${device.id}, ${promoterId}, ${eventId}, ${device.accountId}, ${device.pairingId}, ${device.name}, ${device.gateId},
      ${device.now}, ${device.now}, ${device.waiting}, ${device.appVersion}, ${device.battery}
    from (
      select count(*) as devices, count(*) filter (where ${isOf(device)}) as own, coalesce(bool_or(k.id = ${device.id}), false) as known
      from door_devices k where k.promoter_id = ${promoterId} and k.event_id = ${eventId}
    ) there
    where there.known or (there.devices < ${device.maxDevices} and there.own < ${device.maxOfOwner})
    on conflict (promoter_id, event_id, id) do update set name = excluded.name, gate_id = excluded.gate_id,
      last_sync_at = excluded.last_sync_at, waiting = excluded.waiting, app_version = excluded.app_version,
      battery = excluded.battery
    where d.revoked_at is null and (d.account_id = excluded.account_id or d.pairing_id = excluded.pairing_id)
    returning true as written`
}

const isOf = ({ accountId, pairingId }: DeviceOwner) =>
  sql`(k.account_id = ${accountId}::uuid or k.pairing_id = ${pairingId}::uuid)`

/**
 * Makes room for a new device by deleting the one that has been idle longest and has no scans, shares or sales. If the owner
 * has reached the limit per owner, deletes one of the owner's devices only. False if no such device has been idle since
 * `idleSince`.
 */
export function replaceIdleDevice(
  trx: Trx,
  { promoterId, eventId }: EventKey,
  { owner, maxOfOwner, idleSince }: { owner: DeviceOwner; maxOfOwner: number; idleSince: Date },
): Promise<boolean> {
  return hasRow(trx)`
    with idle as materialized (
      select k.id from door_devices k
      where k.promoter_id = ${promoterId} and k.event_id = ${eventId} and k.revoked_at is null and k.last_sync_at <= ${idleSince}
        and not exists (select from scans s where s.event_id = k.event_id and s.device_id = k.id)
        and not exists (select from door_shares s where s.promoter_id = k.promoter_id and s.event_id = k.event_id and s.device_id = k.id)
        and not exists (select from door_sales s where s.promoter_id = k.promoter_id and s.event_id = k.event_id and s.device_id = k.id)
        and (${isOf(owner)} or (select count(*) from door_devices k
          where k.promoter_id = ${promoterId} and k.event_id = ${eventId} and ${isOf(owner)}) < ${maxOfOwner})
      order by k.last_sync_at, k.id limit 1 for update skip locked
    )
    delete from door_devices d using idle
    where d.promoter_id = ${promoterId} and d.event_id = ${eventId} and d.id = idle.id
    returning d.id`
}

export type KnownDevice = DeviceOwner

export function findDevice(
  db: Db,
  { promoterId, eventId }: EventKey,
  id: string,
): Promise<KnownDevice | undefined> {
  return queryRow<KnownDevice>(db)`
    select account_id as "accountId", pairing_id as "pairingId" from door_devices
    where id = ${id} and event_id = ${eventId} and promoter_id = ${promoterId}`
}

export function listDevices(
  db: Db,
  { promoterId, eventId }: EventKey,
): Promise<{ id: string; name: string }[]> {
  return queryRows<{ id: string; name: string }>(db)`
    select id, name from door_devices where event_id = ${eventId} and promoter_id = ${promoterId}
    order by created_at, id`
}

/** Finds a member's device by its id, at any of the promoter's events. */
export function findMemberDevice(
  trx: Trx,
  { promoterId, id }: { promoterId: string; id: string },
): Promise<{ name: string } | undefined> {
  return queryRow<{ name: string }>(trx)`
    select name from door_devices where promoter_id = ${promoterId} and id = ${id} and pairing_id is null
    order by last_sync_at desc limit 1 for update`
}

/** Sets or clears (null) the time at which a member's device was revoked, for all events. False if nothing changed. */
export function setDeviceRevoked(
  trx: Trx,
  { promoterId, id, revokedAt }: { promoterId: string; id: string; revokedAt: Date | null },
): Promise<boolean> {
  return hasRow(trx)`
    update door_devices set revoked_at = ${revokedAt}
    where promoter_id = ${promoterId} and id = ${id} and pairing_id is null
      and (revoked_at is null) = (${revokedAt}::timestamptz is not null)
    returning id`
}
