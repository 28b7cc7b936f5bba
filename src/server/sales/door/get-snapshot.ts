import type { DoorSnapshot } from '#contracts/portal/door.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { doorCallerKey, type DoorCaller } from './devices/find-door-caller.ts'
import { findGateLimit } from './devices/pairing-rows.ts'
import { listDevices } from './devices/device-rows.ts'
import { readLiveCodeKey } from '#server/sales/tickets/live-code-keys.ts'
import { SIGNING_KEY_NUMBER, readPublicKey } from '#server/sales/tickets/sign-tickets.ts'
import { findDoorSettings, listDoorTicketTypes, listGates, listOtherEvents } from './door-event-rows.ts'
import { listDoorLists, listDoorNotes, readRulesVersion } from './rule-rows.ts'
import {
  scansCompleteUntil,
  toDoorRules,
  toDoorEventView,
  toScan,
  toDoorTicketTypeView,
} from './door-views.ts'
import { findAccessibleEvent } from './door-access.ts'
import { listScansAfter, readTicketsJson } from './scan-rows.ts'

/** Maximum number of scans in a snapshot. Devices get the remaining ones by syncing. */
const MAX_SCANS = 200_000

/** Limit per member or pairing. Several devices may share an account and start at the same time. */
export const SNAPSHOT_LIMIT = { name: 'door snapshot', points: 20, seconds: 60 }

/** Returns a snapshot as JSON. Scans are read before tickets, so that the ticket of every scan is included. */
export async function readSnapshot(
  context: Context,
  { door, eventId }: { door: DoorCaller; eventId: string },
): Promise<Result<string, 'NOT_FOUND' | 'RATE_LIMITED'>> {
  const { db } = context
  const tooMany = await context.limits.consume(SNAPSHOT_LIMIT, doorCallerKey(door))
  if (tooMany) return tooMany
  const access = await findAccessibleEvent(context, door, eventId)
  if (!access.success) return access
  const key = { promoterId: door.promoterId, eventId }
  const takenAtMs = context.clock.now()
  const scans = await listScansAfter(db, key, { position: 0, limit: MAX_SCANS })
  const publicKey = await readPublicKey(context, door.promoterId)
  const liveKey = await readLiveCodeKey(context, key)
  // The version is read before the data that it describes. After a change in between, the event's version differs, and
  // the device's next sync requests another snapshot.
  const rulesVersion = await readRulesVersion(db, key)
  const event = await findAccessibleEvent(context, door, eventId)
  if (!event.success) return event
  const [settings, gates, types, lists, notes, otherEvents, devices, tickets, gateIds] = await Promise.all([
    findDoorSettings(db, key),
    listGates(db, key),
    listDoorTicketTypes(db, key),
    listDoorLists(db, key),
    listDoorNotes(db, key),
    listOtherEvents(db, key),
    listDevices(db, key),
    readTicketsJson(db, key, door.rights.includes('search')),
    door.pairingId === null ? null : findGateLimit(db, { ...key, pairingId: door.pairingId }),
  ])
  const snapshot: Omit<DoorSnapshot, 'tickets'> = {
    event: toDoorEventView(event.data),
    takenAtMs,
    completeUntilMs: scansCompleteUntil(takenAtMs),
    keys: [{ number: SIGNING_KEY_NUMBER, publicKey: publicKey.toString('base64') }],
    rules: toDoorRules(settings, event.data),
    roomCapacity: settings?.roomCapacity ?? null,
    lists,
    notes: notes.map(({ ticketId, note }) => [ticketId, note]),
    rulesVersion,
    codes: {
      mode: event.data.codeMode,
      appearAtMs: event.data.codesAppearAt.getTime(),
      liveKey: event.data.codeMode === 'live' ? liveKey.toString('base64') : null,
    },
    caller: { rights: [...door.rights], gateIds },
    gates,
    ticketTypes: types.map(toDoorTicketTypeView),
    otherEvents,
    devices,
    scans: scans.map(toScan),
    position: scans.at(-1)?.position ?? 0,
  }
  return succeed(`{"tickets":${tickets},${JSON.stringify(snapshot).slice(1)}`)
}
