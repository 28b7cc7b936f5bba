import { sql } from 'kysely'
import type { MemberRole } from '#model/people/members.ts'
import type { PairingFacts } from '#model/sales/door/pairings.ts'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { mayHaveTickets } from '../door-event-rows.ts'

interface PairingKey {
  promoterId: string
  id: string
}

const lastEndsAt = sql`
  (select max(e.ends_at) from door_pairing_events n join events e on e.id = n.event_id where n.pairing_id = p.id)`

export interface PresentedPairing extends Pick<PairingFacts, 'revokedAt' | 'lastEndsAt'> {
  id: string
  promoterId: string
  name: string
  rights: string[]
}

const presented = sql`
  p.id, p.promoter_id as "promoterId", p.name, p.rights, p.revoked_at as "revokedAt", ${lastEndsAt} as "lastEndsAt"`

export function findPairingByToken(db: Db, hash: Buffer): Promise<PresentedPairing | undefined> {
  return queryRow<PresentedPairing>(db)`
    select ${presented} from door_pairings p where p.token_hash = ${hash}`
}

/** A pairing whose row is locked until the transaction ends. */
export interface LockedPairing extends PresentedPairing {
  /** Role of the member who issued the code; null if the member has left the team. */
  issuerRole: MemberRole | null
}

/**
 * Finds and locks the pairing with this unused code. If several requests send the same code, only the first finds the
 * pairing.
 */
export function lockPairingByCode(
  trx: Trx,
  find: { hash: Buffer; promoterId: string | null; now: Date },
): Promise<LockedPairing | undefined> {
  return queryRow<LockedPairing>(trx)`
    select ${presented}, (select m.role from members m where m.promoter_id = p.promoter_id and m.account_id = p.issued_by)
      as "issuerRole"
    from door_pairings p
    where p.code_hash = ${find.hash} and p.code_expires_at > ${find.now}
      and (${find.promoterId}::uuid is null or p.promoter_id = ${find.promoterId})
    for no key update of p`
}

export async function setPairingToken(
  trx: Trx,
  { promoterId, id, hash, now }: PairingKey & { hash: Buffer; now: Date },
): Promise<void> {
  await execute(trx)`
    update door_pairings set code_hash = null, code_expires_at = null, token_hash = ${hash}, paired_at = ${now}, revoked_at = null
    where promoter_id = ${promoterId} and id = ${id}`
}

/**
 * Counts pairings that aren't revoked and have an event that ends after `endedAfter`. Locks the promoter's row, so that
 * concurrent changes run one after the other.
 */
export async function countLivePairings(
  trx: Trx,
  { promoterId, endedAfter }: { promoterId: string; endedAfter: Date },
): Promise<number> {
  await execute(trx)`select from promoters where id = ${promoterId} for no key update`
  const row = await queryRow<{ count: number }>(trx)`
    select count(*)::int as count from door_pairings p
    where p.promoter_id = ${promoterId} and p.revoked_at is null and ${lastEndsAt} > ${endedAfter}`
  return row?.count ?? 0
}

export interface NewPairing extends PairingKey {
  name: string
  rights: readonly string[]
  eventIds: readonly string[]
  gateIds: readonly string[]
  code: { hash: Buffer; expiresAt: Date }
  accountId: string | null
  now: Date
}

/**
 * Inserts a pairing with its events and gates. Skips events that were never published, events and gates of other
 * promoters, and gates of events that weren't given. Returns how many were inserted, so that the caller can detect
 * skipped ones.
 */
export async function insertPairing(
  trx: Trx,
  { promoterId, id, name, rights, eventIds, gateIds, code, accountId, now }: NewPairing,
): Promise<{ events: number; gates: number }> {
  await execute(trx)`
    insert into door_pairings (id, promoter_id, name, rights, created_at, issued_by, code_hash, code_expires_at)
    values (${id}, ${promoterId}, ${name}, ${rights}::text[], ${now}, ${accountId}, ${code.hash}, ${code.expiresAt})`
  const events = await queryRows(trx)`
    insert into door_pairing_events (pairing_id, promoter_id, event_id, is_all_gates)
    select ${id}, ${promoterId}, e.id, not exists (select from gates g where g.event_id = e.id and g.id = any(${gateIds}::uuid[]))
    from events e where e.promoter_id = ${promoterId} and e.id = any(${eventIds}::uuid[]) and ${mayHaveTickets}
    returning event_id`
  const gates = await queryRows(trx)`
    insert into door_pairing_gates (pairing_id, promoter_id, event_id, gate_id)
    select ${id}, ${promoterId}, g.event_id, g.id
    from gates g join door_pairing_events n on n.pairing_id = ${id} and n.event_id = g.event_id
    where g.promoter_id = ${promoterId} and g.id = any(${gateIds}::uuid[])
    returning gate_id`
  return { events: events.length, gates: gates.length }
}

export async function setPairingCode(
  trx: Trx,
  {
    promoterId,
    id,
    code,
    accountId,
  }: PairingKey & { code: { hash: Buffer; expiresAt: Date }; accountId: string | null },
): Promise<void> {
  await execute(trx)`
    update door_pairings set code_hash = ${code.hash}, code_expires_at = ${code.expiresAt}, issued_by = ${accountId}
    where promoter_id = ${promoterId} and id = ${id}`
}

export function revokePairingRow(
  trx: Trx,
  { promoterId, id, now }: PairingKey & { now: Date },
): Promise<boolean> {
  return hasRow(trx)`
    update door_pairings set revoked_at = coalesce(revoked_at, ${now}), code_hash = null, code_expires_at = null
    where promoter_id = ${promoterId} and id = ${id} and (revoked_at is null or code_hash is not null)
    returning id`
}

/** Ids of the gates at which a paired device may scan; null for all gates. */
export async function findGateLimit(
  db: Db,
  { promoterId, pairingId, eventId }: { promoterId: string; pairingId: string; eventId: string },
): Promise<string[] | null> {
  const found = await queryRow<{ isAllGates: boolean; gateIds: string[] }>(db)`
    select n.is_all_gates as "isAllGates", (select coalesce(json_agg(g.gate_id order by g.gate_id), '[]')
      from door_pairing_gates g where g.pairing_id = n.pairing_id and g.event_id = n.event_id) as "gateIds"
    from door_pairing_events n
    where n.promoter_id = ${promoterId} and n.pairing_id = ${pairingId} and n.event_id = ${eventId}`
  if (!found) return []
  return found.isAllGates ? null : found.gateIds
}
