import * as z from 'zod/mini'
import { objectId, version } from '#model/platform/bounds.ts'
import { isoDateTime } from '#model/platform/time/moments.ts'
import { reEntry } from '#model/sales/door/door-rules.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

const MAX_GATES = 50
const MAX_LISTS = 50
const MAX_TYPES = 100

const ids = z.array(z.string())

export const entrances = z.object({
  version,
  reEntry,
  /** Maximum number of entries with one ticket, per event or per day; null for no limit. Not used when `reEntry` is `none`. */
  maxEntries: z.nullable(z.int()),
  entriesPer: z.enum(['event', 'day']),
  /** Number of people inside at which the door and the console show that the room is full; null for no such notice. */
  roomCapacity: z.nullable(z.int()),
  /**
   * Gates in display order. A gate without ticket types admits all of them. With `hasNoTypeLeft`, it admits none,
   * because the ticket types that it was limited to were deleted.
   */
  gates: z.array(
    z.object({ id: z.string(), name: z.string(), ticketTypeIds: ids, hasNoTypeLeft: z.boolean() }),
  ),
  /** Times at which ticket types are admitted. Ticket types that aren't listed are always admitted. */
  windows: z.array(
    z.object({
      ticketTypeId: z.string(),
      fromAt: z.nullable(z.string()),
      untilAt: z.nullable(z.string()),
    }),
  ),
  /** Lists of ticket types. Their notes are shown at the door when a ticket of one of these types is scanned. */
  lists: z.array(z.object({ name: z.string(), note: z.string(), ticketTypeIds: ids })),
})
export type Entrances = z.infer<typeof entrances>

const entranceBoard = z.object({
  event: z.object({ id: z.string(), title: z.string(), timeZone: z.string() }),
  ticketTypes: z.array(z.object({ id: z.string(), name: z.string() })),
  entrances,
})
export type EntranceBoard = z.infer<typeof entranceBoard>

const count = (most: number) =>
  z
    .int('Enter a whole number.')
    .check(z.minimum(1, 'Enter 1 or more.'), z.maximum(most, `Enter ${most} or less.`))
const name = z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(60))
const typeIds = z.array(objectId).check(z.maxLength(MAX_TYPES))
const doorMoment = z.nullable(isoDateTime('Enter a date and a time.'))

const areDifferent = (texts: readonly string[]): boolean =>
  new Set(texts.map((text) => text.toLowerCase())).size === texts.length

export const entranceFields = z.object({
  reEntry,
  maxEntries: z.nullable(count(1000)),
  entriesPer: z.enum(['event', 'day']),
  roomCapacity: z.nullable(count(10_000_000)),
  gates: z
    .array(
      z.object({
        /** Id of the gate; null for a new one. */
        id: z.nullable(objectId),
        name,
        /** Ticket types that the gate admits; an empty list admits all, unless `hasNoTypeLeft`. */
        ticketTypeIds: typeIds,
        /**
         * True if the gate was limited to ticket types that were all deleted: with an empty `ticketTypeIds`, it admits
         * none. Send false to make it admit all. A change without this field keeps it. Ignored if `ticketTypeIds` isn't empty.
         */
        hasNoTypeLeft: z.optional(z.boolean()),
      }),
    )
    .check(
      z.maxLength(MAX_GATES),
      z.refine((gates) => areDifferent(gates.map((gate) => gate.name)), 'Two gates have the same name.'),
      z.refine((gates) => {
        const known = gates.flatMap(({ id }) => id ?? [])
        return areDifferent(known)
      }, 'A gate is listed twice.'),
    ),
  windows: z.array(z.object({ ticketTypeId: objectId, fromAt: doorMoment, untilAt: doorMoment })).check(
    z.maxLength(MAX_TYPES),
    z.refine(
      (windows) => areDifferent(windows.map(({ ticketTypeId }) => ticketTypeId)),
      'A ticket type has two entry times.',
    ),
    z.refine(
      (windows) =>
        windows.every(
          ({ fromAt, untilAt }) =>
            fromAt === null || untilAt === null || Date.parse(fromAt) < Date.parse(untilAt),
        ),
      'An entry time ends before it begins.',
    ),
  ),
  lists: z
    .array(
      z.object({
        name,
        /** Instruction for the door's staff, such as “Take to table 4”. */
        note: z.string().check(z.trim(), z.maxLength(200)),
        ticketTypeIds: typeIds,
      }),
    )
    .check(
      z.maxLength(MAX_LISTS),
      z.refine((lists) => areDifferent(lists.map((list) => list.name)), 'Two lists have the same name.'),
    ),
})
export type EntranceFields = z.infer<typeof entranceFields>

const CALL = {
  path: '/api/promoter/events/{id}/entrances',
  access: 'promoter',
  params: idParams,
} as const

export const getEntrances = endpoint({
  description:
    'Returns the gates, re-entry rule, entry windows, room capacity and lists of a published or cancelled event. Before the first change, `version` is 0.',
  ...CALL,
  method: 'GET',
  scope: 'events:read',
  data: entranceBoard,
  errors: ['NOT_FOUND'],
})

export const putEntrances = endpoint({
  description:
    'Replaces the gates, rules, entry windows and lists of an event. Devices apply them with their next sync. Gates keep their ids, which scans refer to. ' +
    'VALIDATION_ERROR for a gate or ticket type of another event, EDIT_CONFLICT with the current version in `details.current`.',
  ...CALL,
  method: 'PUT',
  scope: 'events:write',
  maxBodyBytes: 512 * 1024,
  body: z.object({ version, fields: entranceFields }),
  data: z.object({ entrances }),
  errors: ['NOT_FOUND', 'EDIT_CONFLICT'],
})

export const doorNote = z.object({
  ticketId: z.string(),
  /** Note on the ticket; '' when it was deleted. */
  note: z.string(),
})

export const putDoorNote = endpoint({
  description:
    'Sets or deletes (an empty text) the note that the door shows with a ticket. `before` is the note that the change is based on; EDIT_CONFLICT with the current one if it differs.',
  method: 'PUT',
  path: '/api/promoter/tickets/{id}/door-note',
  access: 'promoter',
  scope: 'orders:write',
  params: idParams,
  body: z.object({
    note: z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.')),
    before: z.string().check(z.maxLength(200)),
  }),
  data: doorNote,
  errors: ['NOT_FOUND', 'EDIT_CONFLICT'],
})
