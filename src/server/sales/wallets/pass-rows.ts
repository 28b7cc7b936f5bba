import { sql } from 'kysely'
import { codesAppearAt } from '#server/catalog/codes/code-rows.ts'
import { execute, queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import type { PassId } from './pass-serials.ts'

/** SQL for a fingerprint of all content of a pass that can change. Expects a ticket as `t` and its event as `e`. */
const fingerprintAt = (now: Date) => sql<string>`
  md5(jsonb_build_array(t.generation, t.status = 'void' or t.returned_at is not null, t.holder, e.status = 'cancelled', e.title, extract(epoch from e.starts_at),
    extract(epoch from e.ends_at), extract(epoch from e.doors_at), e.time_zone, e.venue_name, e.street, e.city, e.country,
    e.age_note)::text || case when e.code_mode = 'open' then '' when e.code_mode = 'live' or ${codesAppearAt} <= ${now} then e.code_mode
      else 'late until ' || extract(epoch from ${codesAppearAt}) end)`

/**
 * Stores the pass if it is new. Returns the time of its last detected change; for a new pass, `now`. Undefined for an
 * unknown ticket.
 */
export async function putWalletPass(db: Db, pass: PassId & { now: Date }): Promise<Date | undefined> {
  const row = await queryRow<{ changedAt: Date }>(db)`
    with added as (
      insert into wallet_passes (ticket_id, generation, promoter_id, event_id, fingerprint, changed_at, created_at)
      select t.id, ${pass.generation}, t.promoter_id, t.event_id, ${fingerprintAt(pass.now)}, v.now, v.now
      from tickets t join events e on e.id = t.event_id cross join (select date_trunc('second', ${pass.now}::timestamptz) as now) v
      where t.id = ${pass.ticketId}
      on conflict do nothing returning changed_at
    )
    select changed_at as "changedAt" from added
    union all
    select changed_at as "changedAt" from wallet_passes
    where ticket_id = ${pass.ticketId} and generation = ${pass.generation}
    limit 1`
  return row?.changedAt
}

export interface PassRow {
  orderId: string
  changedAt: Date
}

export function findWalletPass(db: Db, { ticketId, generation }: PassId): Promise<PassRow | undefined> {
  return queryRow<PassRow>(db)`
    select t.order_id as "orderId", p.changed_at as "changedAt"
    from wallet_passes p join tickets t on t.id = p.ticket_id
    where p.ticket_id = ${ticketId} and p.generation = ${generation}`
}

/** Maximum number of devices per pass: more than an account usually has. */
const MAX_DEVICES = 20

/**
 * Adds a device, or updates its push token. If the pass has changed since it was downloaded, a push becomes due. `full`: the
 * pass has the maximum number of devices. Undefined for an unknown pass.
 */
export async function putWalletDevice(
  db: Db,
  device: PassId & { deviceId: string; pushToken: string; now: Date },
): Promise<'added' | 'known' | 'full' | undefined> {
  const { ticketId, generation, deviceId, pushToken, now } = device
  const row = await queryRow<{ outcome: 'added' | 'known' | 'full' }>(db)`
    with pass as (
      select p.ticket_id, p.generation, p.promoter_id, p.changed_at > p.created_at as has_changed,
        (select count(*) from wallet_devices d where d.promoter_id = p.promoter_id and d.ticket_id = p.ticket_id
          and d.generation = p.generation and d.device_id <> ${deviceId}) as others
      from wallet_passes p where p.ticket_id = ${ticketId} and p.generation = ${generation}
    ), known as (
      select from wallet_devices d join pass using (ticket_id, generation) where d.device_id = ${deviceId}
    ), written as (
      insert into wallet_devices (device_id, ticket_id, generation, promoter_id, push_token, push_due_at, created_at)
      select ${deviceId}, ticket_id, generation, promoter_id, ${pushToken}, case when has_changed then ${now}::timestamptz end, ${now}
      from pass where others < ${MAX_DEVICES}
      on conflict (device_id, ticket_id, generation) do update set push_token = excluded.push_token
      returning 1
    )
    select case when not exists (select from written) then 'full' when exists (select from known) then 'known' else 'added' end as outcome
    from pass`
  return row?.outcome
}

export async function deleteWalletDevice(
  db: Db,
  { ticketId, generation, deviceId }: PassId & { deviceId: string },
): Promise<void> {
  await execute(db)`
    delete from wallet_devices
    where device_id = ${deviceId} and ticket_id = ${ticketId} and generation = ${generation}`
}

/** Lists the device's passes that changed at `since` or later. */
export function listPassesOfDevice(
  db: Db,
  find: { deviceId: string; since: Date; limit: number },
): Promise<(PassId & { changedAt: Date })[]> {
  return queryRows<PassId & { changedAt: Date }>(db)`
    select p.ticket_id as "ticketId", p.generation, p.changed_at as "changedAt"
    from wallet_devices d join wallet_passes p using (promoter_id, ticket_id, generation)
    where d.device_id = ${find.deviceId} and p.changed_at >= ${find.since}
    order by p.changed_at, p.ticket_id, p.generation limit ${find.limit}`
}

/**
 * Detects passes whose ticket or event has changed, and makes pushes to their devices and updates at Google due. Returns the
 * number of changed passes. Compares fingerprints, so that code that changes tickets or events needn't know about passes. A
 * pass's change times are at least a second apart, because HTTP dates have no fractions.
 */
export async function markChangedPasses(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const row = await queryRow<{ count: number }>(db)`
    with changed as (
      select p.ticket_id, p.generation, ${fingerprintAt(now)} as fingerprint
      from wallet_passes p join tickets t on t.id = p.ticket_id join events e on e.id = p.event_id
      where e.ends_at > ${now}::timestamptz - interval '1 day' and p.fingerprint <> ${fingerprintAt(now)}
      order by p.ticket_id, p.generation limit ${limit} for update of p skip locked
    ), updated as (
      update wallet_passes p set fingerprint = changed.fingerprint,
        changed_at = greatest(date_trunc('second', ${now}::timestamptz), p.changed_at + interval '1 second'),
        google_due_at = case when p.is_in_google then ${now}::timestamptz end, google_failures = 0
      from changed where p.ticket_id = changed.ticket_id and p.generation = changed.generation
      returning p.promoter_id, p.ticket_id, p.generation
    ), due as (
      update wallet_devices d set push_due_at = ${now}, push_failures = 0
      from updated u
      where d.promoter_id = u.promoter_id and d.ticket_id = u.ticket_id and d.generation = u.generation
    )
    select count(*)::int as count from updated`
  return row?.count ?? 0
}

export interface DuePush extends PassId {
  deviceId: string
  pushToken: string
  failures: number
  /** Time that identifies this attempt. If a newer change has made another attempt due, `finishPush` keeps it due. */
  againAt: Date
}

/** Takes due pushes. Until `finishPush`, a push becomes due again at intervals that double up to a day. */
export function claimDuePushes(db: Db, { now, limit }: { now: Date; limit: number }): Promise<DuePush[]> {
  return queryRows<DuePush>(db)`
    update wallet_devices d set push_failures = d.push_failures + 1,
      push_due_at = ${now}::timestamptz + least(interval '1 day', interval '1 minute' * 2 ^ least(d.push_failures, 20))
    where (d.device_id, d.ticket_id, d.generation) in (
      select device_id, ticket_id, generation from wallet_devices
      where push_due_at <= ${now} order by push_due_at limit ${limit} for update skip locked
    )
    returning d.device_id as "deviceId", d.ticket_id as "ticketId", d.generation, d.push_token as "pushToken",
      d.push_failures as failures, d.push_due_at as "againAt"`
}

/** Completes a push, unless a newer change has made another one due. */
export async function finishPush(db: Db, push: DuePush): Promise<void> {
  await execute(db)`
    update wallet_devices set push_due_at = null, push_failures = 0
    where device_id = ${push.deviceId} and ticket_id = ${push.ticketId} and generation = ${push.generation}
      and push_due_at = ${push.againAt}`
}

/** Deletes the devices with a push token that isn't valid any more. */
export async function deleteDevicesWithPushToken(db: Db, pushToken: string): Promise<void> {
  await execute(db)`delete from wallet_devices where push_token = ${pushToken}`
}

/** Deletes passes of events that ended before the given time. Devices keep them and show them as expired. */
export async function deleteOldPasses(db: Db, before: Date): Promise<void> {
  await execute(db)`
    delete from wallet_passes p using events e where e.id = p.event_id and e.ends_at < ${before}`
}
