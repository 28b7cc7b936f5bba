import { sql } from 'kysely'
import type { PairingFacts } from '#model/sales/door/pairings.ts'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import { mayHaveTickets } from '../door-event-rows.ts'

interface Named {
  id: string
  name: string
}

export interface DeviceReportRow {
  lastSyncAt: Date | null
  waiting: number | null
  battery: number | null
  appVersion: string | null
  gate: string | null
}

export interface PairingRow extends PairingFacts, DeviceReportRow {
  id: string
  name: string
  rights: string[]
  events: Named[]
  gates: Named[]
  pairedBy: string | null
  createdAt: Date
}

const nameOf = sql`coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)`

/** Combines the rows of a device, one per event: the latest report, and the total number of scans that it hasn't sent yet. */
const report = sql`
  max(d.last_sync_at) as last_sync_at, sum(d.waiting)::int as waiting,
  (array_agg(d.battery order by d.last_sync_at desc))[1] as battery,
  (array_agg(d.app_version order by d.last_sync_at desc))[1] as app_version,
  (array_agg(d.gate_id order by d.last_sync_at desc))[1] as gate_id`

const reportColumns = sql`
  r.last_sync_at as "lastSyncAt", r.waiting, r.battery, r.app_version as "appVersion",
  (select g.name from gates g where g.id = r.gate_id) as gate`

const pairings = sql`
  select p.id, p.name, p.rights, p.created_at as "createdAt", p.code_expires_at as "codeExpiresAt", p.paired_at as "pairedAt",
    p.revoked_at as "revokedAt",
    (select max(e.ends_at) from door_pairing_events n join events e on e.id = n.event_id where n.pairing_id = p.id) as "lastEndsAt",
    (select coalesce(json_agg(json_build_object('id', e.id, 'name', e.title) order by e.starts_at, e.id), '[]')
      from door_pairing_events n join events e on e.id = n.event_id where n.pairing_id = p.id) as events,
    (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.position, g.id), '[]')
      from door_pairing_gates n join gates g on g.id = n.gate_id where n.pairing_id = p.id) as gates,
    (select ${nameOf} from accounts a where a.id = p.issued_by) as "pairedBy", ${reportColumns}
  from door_pairings p left join lateral (
    select ${report} from door_devices d where d.promoter_id = p.promoter_id and d.pairing_id = p.id
  ) r on true`

/** Lists pairings that were created, paired, revoked or synced after `since`, newest first. */
export function listPairingRows(
  db: Db,
  { promoterId, since }: { promoterId: string; since: Date },
): Promise<PairingRow[]> {
  return queryRows<PairingRow>(db)`
    ${pairings} where p.promoter_id = ${promoterId} and greatest(p.created_at, p.paired_at, p.revoked_at, r.last_sync_at) > ${since}
    order by p.created_at desc, p.id limit 1000`
}

export function findPairing(
  db: Db,
  { promoterId, id }: { promoterId: string; id: string },
): Promise<PairingRow | undefined> {
  return queryRow<PairingRow>(db)`
    ${pairings} where p.promoter_id = ${promoterId} and p.id = ${id}`
}

export interface PairingOptionRow {
  id: string
  title: string
  startsAt: Date
  timeZone: string
  gates: Named[]
}

export function listPairingOptionRows(
  db: Db,
  { promoterId, endedAfter }: { promoterId: string; endedAfter: Date },
): Promise<PairingOptionRow[]> {
  return queryRows<PairingOptionRow>(db)`
    select e.id, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone",
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.position, g.id), '[]')
        from gates g where g.event_id = e.id) as gates
    from events e where e.promoter_id = ${promoterId} and ${mayHaveTickets} and e.ends_at > ${endedAfter}
    order by e.starts_at, e.id limit 200`
}

export interface MemberDeviceRow extends DeviceReportRow {
  id: string
  name: string
  isRevoked: boolean
  member: string | null
  events: Named[]
}

/** Lists members' devices that synced after `since`, the most recent first. */
export function listMemberDevices(
  db: Db,
  { promoterId, since }: { promoterId: string; since: Date },
): Promise<MemberDeviceRow[]> {
  return queryRows<MemberDeviceRow>(db)`
    select r.id, coalesce(r.name, '') as name, coalesce(r.is_revoked, false) as "isRevoked", ${reportColumns},
      (select ${nameOf} from accounts a where a.id = r.account_id) as member,
      (select coalesce(json_agg(json_build_object('id', e.id, 'name', e.title) order by e.starts_at, e.id), '[]')
        from door_devices d join events e on e.id = d.event_id where d.promoter_id = ${promoterId} and d.id = r.id) as events
    from (
      select d.id, (array_agg(d.account_id order by d.last_sync_at desc))[1] as account_id,
        (array_agg(d.name order by d.last_sync_at desc))[1] as name, bool_and(d.revoked_at is not null) as is_revoked, ${report}
      from door_devices d where d.promoter_id = ${promoterId} and d.pairing_id is null group by d.id
    ) r
    where r.last_sync_at > ${since} order by r.last_sync_at desc, r.id limit 1000`
}
