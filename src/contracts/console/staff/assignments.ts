import * as z from 'zod/mini'
import { cursor, objectId, reference, version } from '#model/platform/bounds.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

const localTime = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, 'Choose a date and a time.'))

export const consoleAssignment = z.object({
  id: z.string(),
  accountId: z.string(),
  memberName: z.string(),
  eventId: z.string(),
  eventTitle: z.string(),
  timeZone: z.string(),
  role: z.enum(['sales', 'door']),
  startsAt: z.string(),
  endsAt: z.string(),
  /** Start in the event's local time, for example 2026-12-01T18:00. */
  localStart: z.string(),
  localEnd: z.string(),
  isOver: z.boolean(),
  note: z.string(),
  version,
})
export type ConsoleAssignment = z.infer<typeof consoleAssignment>

/** Fields of an assignment. Times are local times of the event, for example 2026-12-01T18:00. */
const fields = {
  role: z.enum(['sales', 'door']),
  localStart: localTime,
  localEnd: localTime,
  note: z.string().check(z.trim(), z.maxLength(500, 'Use 500 characters at most.')),
}

export const listPromoterAssignments = endpoint({
  description: "Lists the team's assignments, latest first.",
  method: 'GET',
  path: '/api/promoter/assignments',
  access: 'promoter',
  scope: 'staff:read',
  query: z.object({
    cursor: z.optional(cursor),
    eventId: z.optional(objectId),
    accountId: z.optional(objectId),
  }),
  data: z.object({ assignments: z.array(consoleAssignment), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const createAssignment = endpoint({
  description: 'Creates an assignment. Times are local times of the event.',
  method: 'POST',
  path: '/api/promoter/assignments',
  access: 'promoter',
  scope: 'staff:write',
  body: z.object({
    accountId: reference.check(z.minLength(1, 'Choose a member.')),
    eventId: reference.check(z.minLength(1, 'Choose an event.')),
    ...fields,
  }),
  data: z.object({ assignment: consoleAssignment }),
  status: 201,
  errors: ['NOT_FOUND'],
})

export const putAssignment = endpoint({
  description: "Updates an assignment. Its member and event can't be changed.",
  method: 'PUT',
  path: '/api/promoter/assignments/{id}',
  access: 'promoter',
  scope: 'staff:write',
  params: idParams,
  body: z.object({ ...fields, version }),
  data: z.object({ assignment: consoleAssignment }),
  errors: ['NOT_FOUND', 'EDIT_CONFLICT'],
})

export const deleteAssignment = endpoint({
  description: 'Deletes an assignment.',
  method: 'DELETE',
  path: '/api/promoter/assignments/{id}',
  access: 'promoter',
  scope: 'staff:write',
  params: idParams,
  data: nothing,
  errors: ['NOT_FOUND'],
})
