import * as z from 'zod/mini'
import { objectId, cursor } from '#model/platform/bounds.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'
import { eventForCheckIn } from './check-ins.ts'

const doorDashboard = z.object({
  event: eventForCheckIn,
  roomCapacity: z.nullable(z.int()),
  /** Number of people whose last scan is an entry. Undone scans don't count. */
  inside: z.int(),
  entries: z.int(),
  exits: z.int(),
  /** `admitted`: number of tickets with an entry. `tickets`: number of valid tickets. */
  admitted: z.int(),
  tickets: z.int(),
  openConflicts: z.int(),
  devices: z.int(),
  /** Number of scans that devices hadn't sent when they last synced. */
  waiting: z.int(),
  /** The event's gates in their order. If scans have no gate or a deleted one, a last entry with id null counts them. */
  gates: z.array(
    z.object({ id: z.nullable(z.string()), name: z.string(), entries: z.int(), exits: z.int() }),
  ),
  ticketTypes: z.array(z.object({ id: z.string(), name: z.string(), tickets: z.int(), admitted: z.int() })),
  /** Entries and exits per interval of `minutes`, from the first scan to the last, including empty intervals. */
  arrivals: z.object({
    minutes: z.int(),
    steps: z.array(z.object({ at: z.string(), entries: z.int(), exits: z.int() })),
  }),
})
export type DoorDashboard = z.infer<typeof doorDashboard>

export const getDoorDashboard = endpoint({
  description:
    'Returns counts of an event’s scans without undone ones: people inside, entries and exits by gate, admitted tickets by type, and arrivals over time.',
  method: 'GET',
  path: '/api/promoter/events/{id}/door-dashboard',
  access: 'promoter',
  scope: 'check-ins:read',
  params: idParams,
  data: doorDashboard,
  errors: ['NOT_FOUND'],
})

const conflictScan = z.object({
  at: z.string(),
  device: z.string(),
  /** Name of the gate; '' when the scan has none or the gate was deleted. */
  gate: z.string(),
})

export const doorConflict = z.object({
  id: z.string(),
  ticketId: z.string(),
  code: z.string(),
  holder: z.string(),
  ticketName: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  first: conflictScan,
  second: conflictScan,
  foundAt: z.string(),
  resolvedAt: z.nullable(z.string()),
  /** Name of the member; '' for an API key or a deleted account. */
  resolvedBy: z.string(),
  note: z.string(),
})
export type DoorConflict = z.infer<typeof doorConflict>

export const listDoorConflicts = endpoint({
  description:
    'Lists double entries of an event, newest first: entries that the rules didn’t allow, made on offline devices. Undoing either entry deletes an open conflict.',
  method: 'GET',
  path: '/api/promoter/events/{id}/door-conflicts',
  access: 'promoter',
  scope: 'check-ins:read',
  params: idParams,
  query: z.object({
    state: z._default(z.enum(['open', 'resolved']), 'open'),
    cursor: z.optional(cursor),
  }),
  data: z.object({ conflicts: z.array(doorConflict), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const resolveDoorConflict = endpoint({
  description:
    'Marks a double entry as resolved, with a note about what was found. Devices no longer show it. Repeating it changes nothing.',
  method: 'POST',
  path: '/api/promoter/door-conflicts/{id}/resolve',
  access: 'promoter',
  scope: 'check-ins:write',
  params: z.object({ id: objectId }),
  body: z.object({
    note: z.string().check(z.trim(), z.minLength(1, 'Enter what you found out.'), z.maxLength(500)),
  }),
  data: z.object({ conflict: doorConflict }),
  errors: ['NOT_FOUND'],
})
