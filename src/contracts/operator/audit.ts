import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { cursor, reference } from '#model/platform/bounds.ts'
import { isoDateTime } from '#model/platform/time/moments.ts'

export const operatorLogEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** Description of the action: a sentence without a full stop. */
  message: z.string(),
  action: z.string(),
  /** Name of the operator; '' for a command run on the server and for a deleted account. */
  actor: z.string(),
  actorId: z.nullable(z.string()),
  /** The promoter that was affected. A deleted promoter keeps its last name. */
  promoter: z.nullable(z.object({ id: z.string(), name: z.string() })),
})
export type OperatorLogEntry = z.infer<typeof operatorLogEntry>

const time = z.optional(isoDateTime('Use a date and time in ISO 8601.'))

/** `action`: an action such as `promoter.suspended`, or the noun alone (`promoter`) for all of its actions. */
export const operatorLogSelection = z.object({
  actor: z.optional(reference),
  promoter: z.optional(reference),
  action: z.optional(reference.check(z.regex(/^[a-z_]+(\.[a-z_]+)?$/, 'Use the format noun.verb.'))),
  from: time,
  to: time,
})
export type OperatorLogSelection = z.infer<typeof operatorLogSelection>

export const listOperatorLog = endpoint({
  description:
    'Lists actions of operators, newest first. `action` is a full action (`promoter.suspended`) or its noun (`promoter`); `from` is ' +
    'inclusive, `to` exclusive. `/export.csv` below this path returns all matching entries as a file.',
  method: 'GET',
  path: '/api/operator/audit-log',
  access: 'operator',
  query: z.extend(operatorLogSelection, { cursor: z.optional(cursor) }),
  data: z.object({ entries: z.array(operatorLogEntry), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const listOperatorLogOptions = endpoint({
  description: 'Lists the people and promoters in the latest 5,000 entries, for filters.',
  method: 'GET',
  path: '/api/operator/audit-log/choices',
  access: 'operator',
  data: z.object({
    actors: z.array(z.object({ id: z.string(), name: z.string() })),
    promoters: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})
