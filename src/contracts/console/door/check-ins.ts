import * as z from 'zod/mini'
import { cursor, objectId } from '#model/platform/bounds.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

const READ = { access: 'promoter', scope: 'check-ins:read' } as const
const WRITE = { access: 'promoter', scope: 'check-ins:write' } as const

export const eventForCheckIn = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  timeZone: z.string(),
  status: z.enum(['published', 'cancelled']),
})
export type EventForCheckIn = z.infer<typeof eventForCheckIn>

export const listCheckInEvents = endpoint({
  description:
    'Lists published and cancelled events that are upcoming or ended less than 60 days ago, soonest first, at most 100.',
  ...READ,
  method: 'GET',
  path: '/api/promoter/check-in-events',
  data: z.object({ events: z.array(eventForCheckIn) }),
})

/** A recorded scan. `deviceId` and `seq` identify it. */
const recordedScan = z.object({
  deviceId: z.string(),
  seq: z.int(),
  kind: z.enum(['entry', 'exit', 'undo']),
  at: z.string(),
  device: z.string(),
  gateId: z.nullable(z.string()),
  /** Name of the gate; '' when the scan has none or the gate was deleted. */
  gate: z.string(),
  isOverride: z.boolean(),
  reason: z.string(),
})
export type RecordedScan = z.infer<typeof recordedScan>

const checkInTicket = z.object({
  ticketId: z.string(),
  code: z.string(),
  ticketTypeId: z.string(),
  ticketName: z.string(),
  holder: z.string(),
  orderNumber: z.string(),
  state: z.enum(['valid', 'void', 'refunded']),
  /** `lists`: names of the lists that the ticket is on. `notes`: the notes of these lists and of the ticket. */
  lists: z.array(z.string()),
  notes: z.array(z.string()),
})
export type CheckInTicket = z.infer<typeof checkInTicket>

/** Results of a scan (docs/door.md). Only `valid` and `exit` are recorded as scans. */
const verdictCode = z.enum([
  'valid',
  'exit',
  'already_used',
  'wrong_event',
  'wrong_gate',
  'wrong_day',
  'void',
  'refunded',
  'replaced',
  'not_live',
  'unknown',
  'forged',
  'unreadable',
])

const checkIn = z.object({
  verdict: verdictCode,
  /** The scanned ticket; null when no ticket was found. */
  ticket: z.nullable(checkInTicket),
  /** The recorded entry or exit; null when the ticket was refused. */
  scan: z.nullable(recordedScan),
  /** For `already_used`: the entry that used the ticket. */
  usedBy: z.nullable(recordedScan),
  /** For `wrong_gate`: gates that admit the ticket. */
  gates: z.array(z.object({ id: z.string(), name: z.string() })),
  /** For `wrong_day`: when the ticket type is admitted. */
  window: z.nullable(z.object({ fromAt: z.nullable(z.string()), untilAt: z.nullable(z.string()) })),
})
export type CheckIn = z.infer<typeof checkIn>

const ERRORS = ['NOT_FOUND', 'DEVICE_REVOKED', 'DEVICES_FULL', 'RATE_LIMITED', 'KEY_REUSED'] as const

export const createCheckIn = endpoint({
  description:
    'Checks a ticket at an entrance, and records an entry, if the ticket is valid, or an exit. The verdicts are the same as on Foyer’s own door page, and devices at the door get the scan ' +
    'with their next sync. A refused ticket isn’t an error: the response is 200, and `verdict` has the reason. The API key is shown as a device with its name. With an `Idempotency-Key`, a retry returns the ' +
    'recorded scan; a refused scan is checked again. At events with live codes, codes that don’t change get the verdict `not_live`. Available until two days after the event. KEY_REUSED if the key was used for another ticket or direction; RATE_LIMITED also after 200 scans of one ticket.',
  ...WRITE,
  method: 'POST',
  path: '/api/promoter/events/{id}/check-ins',
  params: idParams,
  idempotencyKey: 'optional',
  body: z
    .object({
      /** Content of the QR code, or the code printed below it; case, hyphens and spaces don't matter. */
      code: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
      /** Id of a ticket that was found by searching. Sent in place of `code` when the holder has no code to show. */
      ticketId: z.optional(objectId),
      /** Gate at which the ticket is scanned; null for none. */
      gateId: z._default(z.nullable(objectId), null),
      direction: z._default(z.enum(['entry', 'exit']), 'entry'),
    })
    .check(
      z.refine(({ code, ticketId }) => (code === undefined) !== (ticketId === undefined), {
        error: 'Send either a code or a ticketId.',
        path: ['code'],
      }),
    ),
  data: checkIn,
  errors: ERRORS,
})

export const undoCheckIn = endpoint({
  description:
    'Undoes a recorded entry or exit by another scan, with a reason. Scans are never deleted. NOT_FOUND for a scan that the event doesn’t have, or that is an undo.',
  ...WRITE,
  method: 'POST',
  path: '/api/promoter/events/{id}/check-ins/undo',
  params: idParams,
  idempotencyKey: 'optional',
  body: z.object({
    deviceId: objectId,
    seq: z.int().check(z.minimum(1), z.maximum(1e9)),
    reason: z.string().check(z.trim(), z.minLength(1, 'Enter a reason.'), z.maxLength(200)),
  }),
  data: z.object({ scan: recordedScan }),
  errors: ERRORS,
})

const foundTicket = z.extend(checkInTicket, {
  entries: z.int(),
  isInside: z.boolean(),
  lastEntry: z.nullable(recordedScan),
  /** Note on this ticket. Notes of its lists aren't included. */
  note: z.string(),
})
export type FoundTicket = z.infer<typeof foundTicket>

export const searchCheckInTickets = endpoint({
  description:
    'Finds up to 50 tickets of an event by at least three characters of a holder’s name, a code or an order number; every word must match. Without `q`, the tickets with a note, newest first.',
  ...READ,
  method: 'GET',
  path: '/api/promoter/events/{id}/check-in-tickets',
  params: idParams,
  query: z.object({
    q: z.optional(
      z.string().check(z.trim(), z.minLength(3, 'Enter at least three characters.'), z.maxLength(100)),
    ),
  }),
  data: z.object({ tickets: z.array(foundTicket) }),
  errors: ['NOT_FOUND'],
})

const checkInRow = z.extend(recordedScan, {
  ticketId: z.string(),
  code: z.string(),
  holder: z.string(),
  ticketName: z.string(),
  receivedAt: z.string(),
  /** True when this scan was undone. */
  isUndone: z.boolean(),
})
export type CheckInRow = z.infer<typeof checkInRow>

export const listCheckIns = endpoint({
  description:
    'Lists the scans of an event, newest first. `GET /api/promoter/events/{id}/check-ins/export.csv` and `.xlsx` return all of them as a file, oldest first.',
  ...READ,
  method: 'GET',
  path: '/api/promoter/events/{id}/check-ins',
  params: idParams,
  query: z.object({ cursor: z.optional(cursor) }),
  data: z.object({ checkIns: z.array(checkInRow), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})
