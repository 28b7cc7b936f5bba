import * as z from 'zod/mini'
import { cursor, objectId, reference } from '#model/platform/bounds.ts'
import { isoDateTime } from '#model/platform/time/moments.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const state = z.nullable(z.record(z.string(), z.unknown()))

export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /**
   * Author of the change. `kind` is `operator` for an operator of the platform; with a `reason`, the operator acted for the promoter.
   * `kind` is `holder` for a person to whom a buyer passed a ticket on. `name` is '' for a deleted account.
   */
  actor: z.object({
    kind: z.enum(['member', 'program', 'operator', 'buyer', 'holder', 'foyer']),
    id: z.nullable(z.string()),
    name: z.string(),
    reason: z.optional(z.string()),
  }),
  /** Noun and verb, for example `event.published`. */
  action: z.string(),
  subjectId: z.string(),
  subject: z.string(),
  /** Values of the changed fields only. `before` is null for a created object, `after` for a deleted one. */
  before: state,
  after: state,
  /** Names of the objects referenced in `before` and `after`, by id; '' for deleted objects. */
  names: z.record(z.string(), z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

const limit = z.optional(isoDateTime('Use a date and time in ISO 8601.'))

export const listAuditLog = endpoint({
  description:
    'Lists audit log entries, newest first. `action` is a full action (`event.published`) or its noun ' +
    '(`event`); `from` is inclusive, `to` exclusive.',
  method: 'GET',
  path: '/api/promoter/audit-log',
  access: 'promoter',
  scope: 'audit:read',
  query: z.object({
    cursor: z.optional(cursor),
    actor: z.optional(objectId),
    action: z.optional(reference.check(z.regex(/^[a-z_]+(\.[a-z_]+)?$/, 'Use the format noun.verb.'))),
    subject: z.optional(z.string().check(z.maxLength(100))),
    from: limit,
    to: limit,
  }),
  data: z.object({ entries: z.array(auditEntry), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const listAuditOptions = endpoint({
  description:
    "Lists values for the audit log's filters: the members and objects of the latest 5,000 entries.",
  method: 'GET',
  path: '/api/promoter/audit-log/choices',
  access: 'promoter',
  scope: 'audit:read',
  data: z.object({
    actors: z.array(z.object({ id: z.string(), name: z.string() })),
    nouns: z.array(z.string()),
  }),
})
