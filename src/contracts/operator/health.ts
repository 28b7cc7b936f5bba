import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { reference } from '#model/platform/bounds.ts'

const time = z.nullable(z.string())

export const healthView = z.object({
  version: z.string(),
  /** Running processes, and processes that were last seen less than a day ago. */
  nodes: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      pid: z.int(),
      version: z.string(),
      since: z.string(),
      seenAt: z.string(),
      /** True when the process was seen within the last minute. */
      isAlive: z.boolean(),
      memoryBytes: z.number(),
    }),
  ),
  jobs: z.array(
    z.object({
      name: z.string(),
      lastRunAt: z.string(),
      durationMs: z.number(),
      succeededAt: time,
      /** Error of the last run; '' if it succeeded. */
      error: z.string(),
    }),
  ),
  mails: z.object({ waiting: z.int(), oldestAt: time, dead: z.int() }),
  payments: z.object({
    /** Number of payments that an operator must resolve. */
    inTrouble: z.int(),
    /** Number of seconds by which the next check of payments with the payment provider is overdue. */
    lagSeconds: z.number(),
  }),
  webhooks: z.array(
    z.object({
      id: z.string(),
      promoter: z.string(),
      host: z.string(),
      failingSince: time,
      isOff: z.boolean(),
      error: z.string(),
    }),
  ),
  domains: z.array(
    z.object({
      id: z.string(),
      promoter: z.string(),
      host: z.string(),
      failingSince: time,
      isLapsed: z.boolean(),
      checkedAt: time,
    }),
  ),
  /** Numbers and sizes of stored files; null if they can't be measured, for example in a bucket. */
  storage: z.object({
    kind: z.enum(['folder', 's3']),
    files: z.nullable(z.int()),
    bytes: z.nullable(z.number()),
    freeBytes: z.nullable(z.number()),
  }),
  /** Backups of the embedded database; null for an external database, and while backups are off. */
  backups: z.nullable(
    z.object({
      place: z.string(),
      /** False if the backups are on the same disk as the data. */
      isElsewhere: z.boolean(),
      /** End of the last base backup. */
      baseAt: time,
      /** Time up to which all changes are backed up. */
      walAt: time,
      /** Error of the last attempt; '' if it succeeded. */
      error: z.string(),
    }),
  ),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    connections: z.int(),
    maxConnections: z.int(),
    migrations: z.int(),
    /** Migrations of this version that aren't applied yet. */
    pendingMigrations: z.array(z.string()),
  }),
})
export type HealthView = z.infer<typeof healthView>

export const getHealth = endpoint({
  description:
    'Returns the state of the installation: nodes, jobs, waiting email, failing webhooks and domains, storage, backups and the database. `GET /metrics` ' +
    'has the same figures for Prometheus.',
  method: 'GET',
  path: '/api/operator/health',
  access: 'operator',
  data: healthView,
})

export const deadMail = z.object({
  id: z.string(),
  /** Kind of email, for example 'order_confirmed'. */
  kind: z.string(),
  createdAt: z.string(),
  deadAt: z.string(),
  /** Error without email addresses. */
  error: z.string(),
})
export type DeadMail = z.infer<typeof deadMail>

export const listDeadMails = endpoint({
  description: 'Lists emails whose delivery was given up, latest first; at most 100.',
  method: 'GET',
  path: '/api/operator/dead-mails',
  access: 'operator',
  data: z.object({ mails: z.array(deadMail) }),
})

export const replayDeadMails = endpoint({
  description: 'Resends emails whose delivery was given up: the one with this `id`, or all.',
  method: 'POST',
  path: '/api/operator/dead-mails/replay',
  access: 'operator',
  body: z.object({ id: z.optional(reference) }),
  data: z.object({ count: z.int() }),
  errors: ['NOT_FOUND'],
})
