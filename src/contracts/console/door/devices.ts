import * as z from 'zod/mini'
import { objectId } from '#model/platform/bounds.ts'
import { grantedRight } from '#model/sales/door/rights.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { idParams } from '#contracts/platform/params.ts'

export const MAX_PAIRING_EVENTS = 20
export const MAX_DEVICE_NAME_LENGTH = 60

const named = z.object({ id: z.string(), name: z.string() })

/** Data that a device sent with its last sync; null before the first one. */
const report = z.nullable(
  z.object({
    lastSyncAt: z.string(),
    /** Number of scans on the device that weren't sent yet. */
    waiting: z.int(),
    /** Battery charge in percent; null if the browser doesn't report it. */
    battery: z.nullable(z.int()),
    appVersion: z.string(),
    gate: z.nullable(z.string()),
  }),
)
export type DeviceReport = z.infer<typeof report>

const pairing = z.object({
  id: z.string(),
  name: z.string(),
  /**
   * `waiting`: the code can still be used. `expired`: the code wasn't used in time. `ended`: access ended two days after the last event.
   */
  state: z.enum(['waiting', 'expired', 'active', 'revoked', 'ended']),
  rights: z.array(grantedRight),
  events: z.array(named),
  /** Gates at which the device may scan; an empty list allows all gates of its events. */
  gates: z.array(named),
  /** Name of the member who issued the last code; null once their account is deleted. */
  pairedBy: z.nullable(z.string()),
  createdAt: z.string(),
  /** Expiry of the pairing code; null once the code was used. */
  codeExpiresAt: z.nullable(z.string()),
  pairedAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  report,
})
export type DoorPairing = z.infer<typeof pairing>

const memberDevice = z.object({
  id: z.string(),
  name: z.string(),
  isRevoked: z.boolean(),
  /** Name of the member; null once their account is deleted. */
  member: z.nullable(z.string()),
  events: z.array(named),
  report,
})
export type MemberDevice = z.infer<typeof memberDevice>

export const listDoorDevices = endpoint({
  description:
    'Lists the devices that check tickets: paired ones, newest first, and those of members by their last sync. Devices are listed ' +
    'until a month after they were last used.',
  method: 'GET',
  path: '/api/promoter/door-devices',
  access: 'promoter',
  scope: 'devices',
  data: z.object({ pairings: z.array(pairing), memberDevices: z.array(memberDevice) }),
  errors: ['FORBIDDEN'],
})

/**
 * Pairing code, returned only once. `link` opens the door's page with the code. `path` is the SVG path of a QR code that contains the link.
 */
const code = z.object({
  code: z.string(),
  expiresAt: z.string(),
  link: z.string(),
  qr: z.object({ path: z.string(), size: z.int() }),
})
export type PairingCode = z.infer<typeof code>

const pairingOption = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: z.string(),
  timeZone: z.string(),
  gates: z.array(named),
})
export type PairingOption = z.infer<typeof pairingOption>

export const listPairingOptions = endpoint({
  description:
    'Lists the events that a device can be paired for, with their gates, soonest first: upcoming events, and those that ended less ' +
    'than two days ago.',
  method: 'GET',
  path: '/api/promoter/door-pairings/choices',
  access: 'promoter',
  scope: 'devices',
  data: z.object({ events: z.array(pairingOption) }),
  errors: ['FORBIDDEN'],
})

export const createPairing = endpoint({
  description:
    'Creates a pairing of a device without an account. `code` is typed or scanned on the device within 15 minutes, and works once. ' +
    'The device can scan at these events until two days after the last one has ended: at the gates in `gateIds`, or at all gates of ' +
    'an event without any of these gates.',
  method: 'POST',
  path: '/api/promoter/door-pairings',
  access: 'promoter',
  scope: 'devices',
  body: z.object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter a name for the device.'),
        z.maxLength(MAX_DEVICE_NAME_LENGTH, `Use ${MAX_DEVICE_NAME_LENGTH} characters at most.`),
      ),
    eventIds: z
      .array(objectId)
      .check(
        z.minLength(1, 'Choose an event.'),
        z.maxLength(MAX_PAIRING_EVENTS, `Choose ${MAX_PAIRING_EVENTS} events at most.`),
      ),
    gateIds: z.array(objectId).check(z.maxLength(100)),
    rights: z.array(grantedRight).check(z.maxLength(10)),
  }),
  data: z.object({ pairing, code }),
  status: 201,
  errors: ['NOT_FOUND', 'DEVICE_ENDED', 'PAIRINGS_FULL', 'RATE_LIMITED'],
})

export const renewPairingCode = endpoint({
  description:
    'Issues a new code for a pairing, also for a revoked one. The device that uses the code replaces the previous one. If it is ' +
    'the same browser, its unsent scans are accepted.',
  method: 'POST',
  path: '/api/promoter/door-pairings/{id}/code',
  access: 'promoter',
  scope: 'devices',
  params: idParams,
  data: code,
  errors: ['NOT_FOUND', 'DEVICE_ENDED', 'RATE_LIMITED'],
})

export const revokePairing = endpoint({
  description:
    'Revokes a paired device and its unused code: its next call is refused. Scans that it hasn’t sent stay on the device. Idempotent.',
  method: 'DELETE',
  path: '/api/promoter/door-pairings/{id}',
  access: 'promoter',
  scope: 'devices',
  params: idParams,
  data: nothing,
  errors: ['NOT_FOUND'],
})

export const revokeDoorDevice = endpoint({
  description:
    'Revokes a member’s device at all events where it has synced. The member keeps the right to check tickets on another device. ' +
    'Idempotent.',
  method: 'DELETE',
  path: '/api/promoter/door-devices/{id}',
  access: 'promoter',
  scope: 'devices',
  params: idParams,
  data: nothing,
  errors: ['NOT_FOUND'],
})

export const restoreDoorDevice = endpoint({
  description:
    'Restores the access of a member’s revoked device, so that it can sync its unsent scans. Idempotent.',
  method: 'POST',
  path: '/api/promoter/door-devices/{id}/restore',
  access: 'promoter',
  scope: 'devices',
  params: idParams,
  data: nothing,
  errors: ['NOT_FOUND'],
})
