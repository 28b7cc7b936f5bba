import { fail } from '#contracts/platform/errors.ts'
import type { syncScans as contract } from '#contracts/portal/door.ts'
import type { DoorRules } from '#model/sales/door/door-rules.ts'
import { scanRefKey, type Conflict } from '#model/sales/door/scans.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { DoorCall, UseCase } from '#server/use-case.ts'
import { listDevices } from './devices/device-rows.ts'
import { doorCallerKey, type DoorCaller } from './devices/find-door-caller.ts'
import { findGates } from './devices/find-gates.ts'
import { registerDevice, type DeviceRefusal } from './devices/register-device.ts'
import { findDoorSettings } from './door-event-rows.ts'
import { applyScans } from './apply-scans.ts'
import { countOpenConflicts, listOpenConflicts, listResolvedConflicts } from './conflict-rows.ts'
import { scansCompleteUntil, toDoorRules, toScan } from './door-views.ts'
import { withScanLock } from './with-scan-lock.ts'
import { readRulesVersion } from './rule-rows.ts'
import { validateScans, type ValidatedScans } from './validate-scans.ts'
import { findAccessibleEvent } from './door-access.ts'
import {
  countScans,
  listChangedTickets,
  listScansAfter,
  listScansByRef,
  listTicketsOfEvent,
  type NewScan,
} from './scan-rows.ts'

type Sync = Parameters<UseCase<typeof contract, DoorCall>>[1]
type Trx = Parameters<typeof applyScans>[0]

const MAX_RETURNED = 2000
/** If more tickets have changed, the device asks for a new snapshot, which is compressed. */
const MAX_CHANGED_TICKETS = 20_000
const MAX_CONFLICTS = 100
const MAX_RESOLVED = 200

/** Limit per member or pairing. A device syncs every 4 seconds, so this is enough for 20 devices. */
export const SCAN_SYNC_LIMIT = { name: 'sync door', points: 300, seconds: 60 }

/**
 * Stores a device's scans and returns those of other devices. A scan that can't be stored is rejected without affecting the
 * others. Requests with scans of the same event run one after the other, each within milliseconds, so that positions are in
 * the order of commit.
 */
export const syncScans: UseCase<typeof contract, DoorCall> = async (context, call) => {
  const { door, params, body } = call
  const tooMany = await context.limits.consume(SCAN_SYNC_LIMIT, doorCallerKey(door))
  if (tooMany) return tooMany
  const event = await findAccessibleEvent(context, door, params.id)
  if (!event.success) return event
  const key = { promoterId: door.promoterId, eventId: event.data.id }
  const [settings, gateIds] = await Promise.all([
    findDoorSettings(context.db, key),
    findGates(context, key, door),
  ])
  const rules = toDoorRules(settings, event.data)
  const now = new Date(context.clock.now())
  const scans = correctedScans(call, now.getTime())
  const written = await storeInTurn(context, call, { key, rules, scans, door, gateIds, now })
  if (!written.success) return written
  return succeed({ ...written.data, ...(await readChanges(context, { key, body, now, door })) })
}

async function storeInTurn(
  { db }: Context,
  { body }: Sync,
  batch: Batch,
): Promise<Result<Answered, DeviceRefusal | 'RATE_LIMITED'>> {
  const { key, scans } = batch
  const store = async (trx: Trx): Promise<Result<Answered, DeviceRefusal>> => {
    const refusal = await registerDevice(trx, body.device, batch)
    return refusal === undefined ? succeed(await storeScans(trx, batch)) : fail(refusal)
  }
  return scans.length > 0 ? withScanLock(db, key.eventId, store) : transact(db, store)
}

interface EventKey {
  promoterId: string
  eventId: string
}

/**
 * Returns the scans with ids in lower case, as in PostgreSQL, and with times corrected to the server's clock, which are
 * never in the future.
 */
function correctedScans({ body }: Sync, now: number): NewScan[] {
  const offset = now - body.deviceTimeMs
  return body.scans.map(({ undoes, isOverride, reason = '', ...scan }) => ({
    ...scan,
    ticketId: scan.ticketId.toLowerCase(),
    deviceId: body.device.id.toLowerCase(),
    atMs: Math.max(0, Math.min(now, scan.atMs + offset)),
    reason,
    ...(undoes && scan.kind === 'undo' && { undoes: { ...undoes, deviceId: undoes.deviceId.toLowerCase() } }),
    ...(isOverride && { isOverride }),
  }))
}

type Answered = Pick<ValidatedScans, 'stored' | 'refused'>

interface Batch {
  key: EventKey
  rules: DoorRules
  scans: readonly NewScan[]
  door: DoorCaller
  gateIds: ReadonlySet<string> | null
  now: Date
}

async function storeScans(trx: Trx, batch: Batch): Promise<Answered> {
  const { key, scans, door, gateIds } = batch
  if (scans.length === 0) return { stored: [], refused: [] }
  const ticketIds = [...new Set(scans.map(({ ticketId }) => ticketId))]
  const counts = await countScans(trx, key, ticketIds)
  const { accepted, stored, refused } = validateScans(scans, {
    ticketIds: new Set(await listTicketsOfEvent(trx, key, ticketIds)),
    stored: await listScansByRef(trx, key, [...scans, ...scans.flatMap(({ undoes }) => undoes ?? [])]),
    counts: new Map(counts.map(({ ticketId, count }) => [ticketId, count])),
    canUndo: door.rights.includes('undo'),
    gateIds,
  })
  if (accepted.length > 0) await applyScans(trx, { ...batch, scans: accepted, accountId: door.accountId })
  return { stored, refused }
}

async function readChanges(
  { db }: Context,
  { key, body, now, door }: { key: EventKey; body: Sync['body']; now: Date; door: DoorCaller },
) {
  const [scans, tickets, devices, conflicts, conflictCount, resolvedConflicts, rulesVersion] =
    await Promise.all([
      listScansAfter(db, key, { position: body.position, limit: MAX_RETURNED + 1 }),
      listChangedTickets(db, key, {
        since: new Date(scansCompleteUntil(body.ticketsSinceMs)),
        limit: MAX_CHANGED_TICKETS + 1,
        includesHolders: door.rights.includes('search'),
      }),
      listDevices(db, key),
      readConflicts(db, key),
      countOpenConflicts(db, key),
      listResolvedConflicts(db, key, MAX_RESOLVED),
      readRulesVersion(db, key),
    ])
  const needsSnapshot = tickets.length > MAX_CHANGED_TICKETS
  const returned = scans.slice(0, MAX_RETURNED)
  return {
    serverTimeMs: now.getTime(),
    scans: returned.map(toScan),
    position: returned.at(-1)?.position ?? body.position,
    hasMore: scans.length > MAX_RETURNED,
    tickets: needsSnapshot ? [] : tickets,
    needsSnapshot,
    rulesVersion,
    completeUntilMs: needsSnapshot ? body.ticketsSinceMs : scansCompleteUntil(now.getTime()),
    conflicts,
    conflictCount,
    resolvedConflicts,
    devices,
  }
}

async function readConflicts(db: Context['db'], key: EventKey): Promise<(Conflict & { ticketId: string })[]> {
  const open = await listOpenConflicts(db, key, MAX_CONFLICTS)
  if (open.length === 0) return []
  const refs = open.flatMap((row) => [
    { deviceId: row.firstDeviceId, seq: row.firstSeq },
    { deviceId: row.secondDeviceId, seq: row.secondSeq },
  ])
  const scans = new Map((await listScansByRef(db, key, refs)).map((row) => [scanRefKey(row), toScan(row)]))
  return open.flatMap((row) => {
    const first = scans.get(scanRefKey({ deviceId: row.firstDeviceId, seq: row.firstSeq }))
    const second = scans.get(scanRefKey({ deviceId: row.secondDeviceId, seq: row.secondSeq }))
    return first && second ? [{ ticketId: row.ticketId, first, second }] : []
  })
}
