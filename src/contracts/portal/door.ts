import * as z from 'zod/mini'
import { epochMs, reference } from '#model/platform/bounds.ts'
import { codeMode } from '#model/catalog/codes/code-modes.ts'
import { reEntry } from '#model/sales/door/door-rules.ts'
import { doorRight } from '#model/sales/door/rights.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

/**
 * Checking tickets at the entrances of an event (docs/door.md). For members with the role door, manager or owner, and for paired devices.
 */
const eventParams = z.object({ id: reference })

export const doorEvent = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  timeZone: z.string(),
  venueName: z.string(),
  status: z.enum(['published', 'cancelled']),
  /** Number of valid tickets. `admitted`: number of people admitted so far. */
  tickets: z.int(),
  admitted: z.int(),
})
export type DoorEvent = z.infer<typeof doorEvent>

export const listDoorEvents = endpoint({
  description:
    'Lists the events at which the caller may check tickets, except those that ended more than two days ago. For door staff, those they ' +
    'are assigned to; for paired devices, those of the pairing; for managers and owners, all.',
  method: 'GET',
  path: '/api/door/events',
  access: 'door',
  right: 'scan',
  data: z.object({ events: z.array(doorEvent) }),
})

/** A ticket: [id, code without hyphens, id of its type, generation, state (0 valid, 1 void, 2 refunded), holder, order number]. */
export const doorTicketRow = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.int(),
  z.int(),
  z.string(),
  z.string(),
])
export type DoorTicketRow = z.infer<typeof doorTicketRow>

export const doorScan = z.object({
  deviceId: z.string(),
  seq: z.int(),
  ticketId: z.string(),
  kind: z.enum(['entry', 'exit', 'undo']),
  atMs: z.number(),
  gateId: z.nullable(z.string()),
  undoes: z.optional(z.object({ deviceId: z.string(), seq: z.int() })),
  isOverride: z.optional(z.boolean()),
  reason: z.optional(z.string()),
})

/** Data with which a device checks tickets offline. It contains no email addresses or phone numbers. */
export const doorSnapshot = z.object({
  event: z.object({
    id: z.string(),
    title: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
    timeZone: z.string(),
    venueName: z.string(),
  }),
  /** Server time of the snapshot, which contains every ticket issued before `completeUntilMs`. */
  takenAtMs: z.number(),
  completeUntilMs: z.number(),
  /** Ed25519 public keys by number, as raw bytes in base64. */
  keys: z.array(z.object({ number: z.int(), publicKey: z.string() })),
  rules: z.object({
    reEntry,
    maxEntries: z.nullable(z.int()),
    entriesPer: z.enum(['event', 'day']),
    timeZone: z.string(),
  }),
  roomCapacity: z.nullable(z.int()),
  /**
   * Names and notes shown with tickets of these types. This field and the next two are missing in snapshots that
   * devices stored with an older version.
   */
  lists: z.optional(
    z.array(z.object({ name: z.string(), note: z.string(), ticketTypeIds: z.array(z.string()) })),
  ),
  /** Notes on single tickets: [ticket id, note]. */
  notes: z.optional(z.array(z.tuple([z.string(), z.string()]))),
  /** Version that changes whenever anything in the snapshot except tickets, scans and devices does. */
  rulesVersion: z.optional(z.string()),
  /**
   * How holders get their codes, and when late ones appear. `liveKey`: key of an event with live codes (`model/sales/door/live-codes.ts`), in
   * base64; null at all others. Missing in snapshots of an older version.
   */
  codes: z.optional(z.object({ mode: codeMode, appearAtMs: z.number(), liveKey: z.nullable(z.string()) })),
  /** Rights and gates of the caller. `gateIds` is null when all gates are allowed. */
  caller: z.object({ rights: z.array(doorRight), gateIds: z.nullable(z.array(z.string())) }),
  /**
   * `ticketTypeIds`: ticket types that the gate admits; empty for all. Only the gate's own id when those were deleted: the gate admits none.
   */
  gates: z.array(z.object({ id: z.string(), name: z.string(), ticketTypeIds: z.array(z.string()) })),
  ticketTypes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      window: z.object({ fromMs: z.nullable(z.number()), untilMs: z.nullable(z.number()) }),
    }),
  ),
  /** The promoter's other events, so that a ticket for one of them isn't taken for a forged one. */
  otherEvents: z.array(z.object({ id: z.string(), title: z.string() })),
  devices: z.array(z.object({ id: z.string(), name: z.string() })),
  tickets: z.array(doorTicketRow),
  scans: z.array(doorScan),
  /** Position of the last scan in `scans`, which the next sync sends. */
  position: z.int(),
})
export type DoorSnapshot = z.infer<typeof doorSnapshot>

export const getDoorSnapshot = endpoint({
  description:
    'Returns all tickets of an event, its gates and rules, and the scans so far, so that a device can check tickets offline. ' +
    'Snapshots and syncs end two days after the event. Devices without the right to search get no names of ticket holders.',
  method: 'GET',
  path: '/api/door/events/{id}/snapshot',
  access: 'door',
  right: 'scan',
  params: eventParams,
  data: doorSnapshot,
  errors: ['RATE_LIMITED'],
})

export const MAX_SYNCED_SCANS = 500

const scanRef = z.object({ deviceId: z.uuid(), seq: z.int().check(z.minimum(1), z.maximum(1e9)) })
const note = z.string().check(z.trim(), z.maxLength(200))

export const syncScans = endpoint({
  description:
    'Stores the scans of a device and returns those of the others since `position`, with tickets issued or changed since ' +
    '`ticketsSinceMs`. Scans are stored once, however often they are sent. Refused ones stay on the device, with the reason. ' +
    'A device belongs to the account or pairing that registered it with its first sync. A member has at most 50 devices at an event, ' +
    'a pairing 5, and an event 200: a new one replaces the longest idle one that has sent no scans, once it has been idle for ten minutes.',
  method: 'POST',
  path: '/api/door/events/{id}/sync',
  access: 'door',
  right: 'scan',
  params: eventParams,
  maxBodyBytes: 256 * 1024,
  body: z.object({
    device: z.object({
      id: z.uuid(),
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
      gateId: z.nullable(z.uuid()),
      /** Number of scans that the device hasn't synced, including those of this request. */
      waiting: z.int().check(z.minimum(0), z.maximum(1_000_000)),
      appVersion: z.string().check(z.maxLength(40)),
      /** Battery charge in percent. */
      battery: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100)))),
    }),
    /** The device's clock when the request was sent. Times of scans are corrected by its difference from the server's clock. */
    deviceTimeMs: epochMs,
    position: z.int().check(z.minimum(0), z.maximum(1e15)),
    ticketsSinceMs: epochMs,
    scans: z
      .array(
        z.object({
          seq: z.int().check(z.minimum(1), z.maximum(1e9)),
          ticketId: z.uuid(),
          kind: z.enum(['entry', 'exit', 'undo']),
          /** Time by the device's clock. */
          atMs: epochMs,
          gateId: z.nullable(z.uuid()),
          undoes: z.optional(scanRef),
          isOverride: z.optional(z.boolean()),
          reason: z.optional(note),
        }),
      )
      .check(z.maxLength(MAX_SYNCED_SCANS)),
  }),
  data: z.object({
    serverTimeMs: z.number(),
    /** Sequence numbers of the sent scans that are stored, by this request or an earlier one. */
    stored: z.array(z.int()),
    refused: z.array(z.object({ seq: z.int(), reason: z.string() })),
    scans: z.array(doorScan),
    position: z.int(),
    /** True when there are more scans, so that the device must sync again. */
    hasMore: z.boolean(),
    tickets: z.array(doorTicketRow),
    /** True when too many tickets have changed to list them. `tickets` is empty then, and the device must load a new snapshot. */
    needsSnapshot: z.boolean(),
    /**
     * Differs from the snapshot's version when gates, rules, lists, notes or keys have changed. The device must load a new snapshot then.
     */
    rulesVersion: z.string(),
    completeUntilMs: z.number(),
    /** `conflicts`: the 100 newest entries by offline devices that the rules didn't allow. `conflictCount`: their total number. */
    conflicts: z.array(z.object({ ticketId: z.string(), first: doorScan, second: doorScan })),
    conflictCount: z.int(),
    /** Second entries of the newest 200 conflicts that were resolved in the console. */
    resolvedConflicts: z.array(z.object({ deviceId: z.string(), seq: z.int() })),
    devices: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  errors: ['DEVICE_TAKEN', 'DEVICES_FULL', 'RATE_LIMITED'],
})
