import * as z from 'zod/mini'
import type { HealthView } from '#contracts/operator/health.ts'
import { jobState, summariseJobs, type JobState } from '#server/platform/health/job-states.ts'
import type { Context } from '#server/context.ts'
import { APP_VERSION } from '#server/platform/app-version.ts'
import { findBackupState, type BackupStateRow } from '#server/platform/backups/backup-rows.ts'
import { listMigrations } from '#server/platform/db/migrate.ts'
import { listNodes, type NodeRow } from '#server/platform/health/node-rows.ts'
import { removePersonalData } from '#server/platform/log-serializers.ts'
import {
  listFailingDomains,
  listFailingWebhooks,
  readHealthRow,
  type FailingDomain,
  type FailingWebhook,
  type HealthRow,
} from './health-rows.ts'
import { measureStorage } from './measure-storage.ts'

const MAX_LISTED = 100
const ALIVE_MS = 60_000

export async function readHealth(context: Pick<Context, 'clock' | 'config' | 'db'>): Promise<HealthView> {
  const { db, config } = context
  const now = context.clock.now()
  const [row, nodes, webhooks, domains, migrations, storage, backups] = await Promise.all([
    readHealthRow(db, new Date(now)),
    listNodes(db),
    listFailingWebhooks(db, MAX_LISTED),
    listFailingDomains(db, MAX_LISTED),
    listMigrations(db),
    measureStorage(config),
    findBackupState(db),
  ])
  return {
    version: APP_VERSION,
    nodes: nodes.map((node) => nodeOf(node, now)),
    jobs: summariseJobs(nodes.filter((node) => isAlive(node, now)).flatMap(jobsOf)).map(
      ({ lastRunAt, succeededAt, ...job }) => ({
        ...job,
        lastRunAt: new Date(lastRunAt).toISOString(),
        succeededAt: succeededAt === null ? null : new Date(succeededAt).toISOString(),
      }),
    ),
    mails: { waiting: row.waitingMails, oldestAt: isoOf(row.oldestMailAt), dead: row.deadMails },
    payments: { inTrouble: row.paymentsWithProblems, lagSeconds: lagOf(row, now) },
    webhooks: webhooks.map(webhookOf),
    domains: domains.map(domainOf),
    storage,
    backups: backups ? backupsOf(backups) : null,
    database: {
      version: row.databaseVersion,
      bytes: row.databaseBytes,
      connections: row.connections,
      maxConnections: row.maxConnections,
      migrations: migrations.filter(({ isApplied }) => isApplied).length,
      pendingMigrations: migrations.filter(({ isApplied }) => !isApplied).map(({ name }) => name),
    },
  }
}

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

const backupsOf = ({ baseAt, walAt, error, ...backups }: BackupStateRow): HealthView['backups'] => ({
  ...backups,
  baseAt: isoOf(baseAt),
  walAt: isoOf(walAt),
  error: removePersonalData(error).slice(0, 300),
})

const isAlive = ({ seenAt }: NodeRow, now: number): boolean => now - seenAt.getTime() < ALIVE_MS

const nodeOf = (node: NodeRow, now: number): HealthView['nodes'][number] => ({
  id: node.id,
  host: node.host,
  pid: node.pid,
  version: node.version,
  since: node.startedAt.toISOString(),
  seenAt: node.seenAt.toISOString(),
  isAlive: isAlive(node, now),
  memoryBytes: node.memoryBytes,
})

/** Ignores jobs in a format that a node of another version has written. */
const jobsOf = ({ jobs }: NodeRow): JobState[] => z.safeParse(z.array(jobState), jobs).data ?? []

const lagOf = ({ paymentDueSince }: HealthRow, now: number): number =>
  paymentDueSince ? Math.max(0, Math.round((now - paymentDueSince.getTime()) / 1000)) : 0

/** Shows only the host, because the path of a webhook's URL may contain a secret. */
const webhookOf = ({ url, failingSince, ...webhook }: FailingWebhook): HealthView['webhooks'][number] => ({
  ...webhook,
  host: new URL(url).host,
  failingSince: isoOf(failingSince),
  error: removePersonalData(webhook.error).slice(0, 300),
})

const domainOf = ({ failingSince, checkedAt, ...domain }: FailingDomain): HealthView['domains'][number] => ({
  ...domain,
  failingSince: isoOf(failingSince),
  checkedAt: isoOf(checkedAt),
})
