import { Registry } from '@prometheus-io/client'
import type { HealthView } from '#contracts/operator/health.ts'
import type { Context } from '#server/context.ts'
import { registerGauge, type MetricSample } from '#server/platform/metrics/read-metric.ts'
import { readQueueRow, type QueueRow } from './health-rows.ts'
import { readHealth } from './read-health.ts'

/**
 * Reads the metrics of the whole install, which are the same on every process: queues, and the data of the operators' page
 * “Health”.
 */
export async function readInstallMetrics(
  context: Pick<Context, 'clock' | 'config' | 'db'>,
): Promise<Registry> {
  const [health, queues] = await Promise.all([
    readHealth(context),
    readQueueRow(context.db, new Date(context.clock.now())),
  ])
  const registry = createDatabaseMetric(1)
  for (const { samples, ...metric } of [...healthMetrics(health), ...queueMetrics(queues)])
    registerGauge(registry, metric, () => samples)
  return registry
}

/** The only metric of the install that can be read without the database. */
export function createDatabaseMetric(isUp: 0 | 1): Registry {
  const registry = new Registry()
  const metric = { name: 'foyer_database_up', help: 'Whether the database responds' }
  registerGauge(registry, metric, () => [{ value: isUp }])
  return registry
}

interface InstallMetric {
  name: string
  help: string
  labels?: readonly string[]
  samples: readonly MetricSample[]
}

const metric = (name: string, help: string, value: number | null): InstallMetric => ({
  name,
  help,
  samples: value === null ? [] : [{ value }],
})

const healthMetrics = (health: HealthView): InstallMetric[] => [
  {
    name: 'foyer_info',
    help: 'Version of Foyer and PostgreSQL',
    labels: ['version', 'postgresql'],
    samples: [{ labels: { version: health.version, postgresql: health.database.version }, value: 1 }],
  },
  metric(
    'foyer_nodes',
    'Processes seen within a minute',
    health.nodes.filter(({ isAlive }) => isAlive).length,
  ),
  ...jobMetrics(health),
  ...workMetrics(health),
  ...storageMetrics(health),
  ...backupMetrics(health),
]

const jobMetrics = ({ jobs }: Pick<HealthView, 'jobs'>): InstallMetric[] => [
  {
    name: 'foyer_job_success_time_seconds',
    help: 'When a job last succeeded',
    labels: ['job'],
    samples: jobs.flatMap(({ name, succeededAt }) =>
      succeededAt === null ? [] : [{ labels: { job: name }, value: secondsOf(succeededAt) }],
    ),
  },
  {
    name: 'foyer_job_failing',
    help: 'Whether the last run of a job failed',
    labels: ['job'],
    samples: jobs.map(({ name, error }) => ({ labels: { job: name }, value: error === '' ? 0 : 1 })),
  },
  {
    name: 'foyer_job_duration_seconds',
    help: 'Duration of the last run of a job',
    labels: ['job'],
    samples: jobs.map(({ name, durationMs }) => ({ labels: { job: name }, value: durationMs / 1000 })),
  },
]

const workMetrics = ({ mails, payments, webhooks, domains }: HealthView): InstallMetric[] => [
  metric('foyer_mails_waiting', 'Emails not sent yet', mails.waiting),
  metric(
    'foyer_mails_oldest_time_seconds',
    'When the oldest waiting email was written',
    mails.oldestAt === null ? null : secondsOf(mails.oldestAt),
  ),
  metric('foyer_mails_dead', 'Emails that failed permanently', mails.dead),
  metric('foyer_payments_in_trouble', 'Payments to resolve', payments.inTrouble),
  metric(
    'foyer_payments_check_lag_seconds',
    'Delay of the next check with the provider',
    payments.lagSeconds,
  ),
  metric(
    'foyer_webhooks_failing',
    'Webhook endpoints that are failing or disabled, at most 100',
    webhooks.length,
  ),
  metric('foyer_domains_failing', 'Domains without their DNS record, at most 100', domains.length),
]

const storageMetrics = ({ storage, database }: HealthView): InstallMetric[] => [
  {
    name: 'foyer_storage_bytes',
    help: 'Size of stored data',
    labels: ['part'],
    samples: [
      { labels: { part: 'database' }, value: database.bytes },
      ...(storage.bytes === null ? [] : [{ labels: { part: 'uploads' }, value: storage.bytes }]),
    ],
  },
  metric('foyer_storage_free_bytes', 'Free space where uploads are stored', storage.freeBytes),
  metric('foyer_database_connections', 'Open connections to the database', database.connections),
  metric('foyer_database_max_connections', 'Connections that PostgreSQL allows', database.maxConnections),
  metric(
    'foyer_migrations_pending',
    'Migrations of this version that are not applied',
    database.pendingMigrations.length,
  ),
]

const backupMetrics = ({ backups }: Pick<HealthView, 'backups'>): InstallMetric[] => [
  metric(
    'foyer_backup_base_time_seconds',
    'When the last base backup was completed',
    backups?.baseAt ? secondsOf(backups.baseAt) : null,
  ),
  metric(
    'foyer_backup_changes_time_seconds',
    'Time until which all changes are backed up',
    backups?.walAt ? secondsOf(backups.walAt) : null,
  ),
  metric(
    'foyer_backup_failing',
    'Whether the last backup attempt failed',
    backups ? Number(backups.error !== '') : null,
  ),
]

const queueMetrics = (queues: QueueRow): InstallMetric[] => [
  metric('foyer_webhook_deliveries_waiting', 'Deliveries of webhooks that are due', queues.dueDeliveries),
  metric(
    'foyer_webhook_deliveries_lag_seconds',
    'Delay of the oldest due webhook delivery',
    queues.deliveryLagSeconds,
  ),
  metric(
    'foyer_payment_events_waiting',
    'Webhooks of the payment provider that are not processed yet',
    queues.waitingEvents,
  ),
  metric(
    'foyer_payment_events_lag_seconds',
    'Age of the oldest webhook of the payment provider that is not processed yet',
    queues.eventLagSeconds,
  ),
]

const secondsOf = (iso: string): number => Date.parse(iso) / 1000
