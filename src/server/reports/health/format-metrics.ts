import type { HealthView } from '#contracts/operator/health.ts'
import { DURATION_BUCKETS_MS, type HealthLog } from '#server/platform/health/health-log.ts'

export interface ProcessFigures {
  nodeId: string
  uptimeSeconds: number
  memoryBytes: number
  heapBytes: number
  cpuSeconds: number
  /** Longest delay of the event loop since the last reading. */
  loopDelaySeconds: number
}

type Labels = Readonly<Record<string, string>>
interface Sample {
  labels?: Labels
  value: number
  suffix?: string
}

/**
 * Formats metrics in the text format of Prometheus, version 0.0.4. The metrics from `health` are about the whole
 * install, all others about this process.
 */
export function formatMetrics(
  health: HealthView,
  log: Pick<HealthLog, 'requests' | 'holds' | 'paidOrders'>,
  own: ProcessFigures,
): string {
  return [...installMetrics(health), ...processMetrics(own), ...requestMetrics(log)].join('\n').concat('\n')
}

const installMetrics = (health: HealthView): string[] => [
  gauge('foyer_info', 'Version of Foyer and PostgreSQL', [
    { labels: { version: health.version, postgresql: health.database.version }, value: 1 },
  ]),
  gauge('foyer_nodes', 'Processes seen within a minute', [
    { value: health.nodes.filter(({ isAlive }) => isAlive).length },
  ]),
  ...jobMetrics(health),
  ...workMetrics(health),
  ...storageMetrics(health),
  ...backupMetrics(health),
]

const jobMetrics = ({ jobs }: Pick<HealthView, 'jobs'>): string[] => [
  gauge(
    'foyer_job_success_time_seconds',
    'When a job last succeeded',
    jobs.flatMap(({ name, succeededAt }) =>
      succeededAt === null ? [] : [{ labels: { job: name }, value: secondsOf(succeededAt) }],
    ),
  ),
  gauge(
    'foyer_job_failing',
    'Whether the last run of a job failed',
    jobs.map(({ name, error }) => ({ labels: { job: name }, value: error === '' ? 0 : 1 })),
  ),
  gauge(
    'foyer_job_duration_seconds',
    'Duration of the last run of a job',
    jobs.map(({ name, durationMs }) => ({ labels: { job: name }, value: durationMs / 1000 })),
  ),
]

const workMetrics = ({ mails, payments, webhooks, domains }: HealthView): string[] => [
  gauge('foyer_mails_waiting', 'Emails not sent yet', [{ value: mails.waiting }]),
  gauge(
    'foyer_mails_oldest_time_seconds',
    'When the oldest email that waits was written',
    mails.oldestAt === null ? [] : [{ value: secondsOf(mails.oldestAt) }],
  ),
  gauge('foyer_mails_dead', 'Emails that were given up on', [{ value: mails.dead }]),
  gauge('foyer_payments_in_trouble', 'Payments to resolve', [{ value: payments.inTrouble }]),
  gauge('foyer_payments_check_lag_seconds', 'How late the next check with the provider is', [
    { value: payments.lagSeconds },
  ]),
  gauge('foyer_webhooks_failing', 'Endpoints that fail or were turned off, at most 100', [
    { value: webhooks.length },
  ]),
  gauge('foyer_domains_failing', 'Domains without their DNS record, at most 100', [
    { value: domains.length },
  ]),
]

const storageMetrics = ({ storage, database }: HealthView): string[] => [
  gauge('foyer_storage_bytes', 'Size of stored data', [
    { labels: { part: 'database' }, value: database.bytes },
    ...(storage.bytes === null ? [] : [{ labels: { part: 'uploads' }, value: storage.bytes }]),
  ]),
  gauge(
    'foyer_storage_free_bytes',
    'Free space where uploads are stored',
    storage.freeBytes === null ? [] : [{ value: storage.freeBytes }],
  ),
  gauge('foyer_database_connections', 'Open connections to the database', [{ value: database.connections }]),
  gauge('foyer_database_max_connections', 'Connections that PostgreSQL allows', [
    { value: database.maxConnections },
  ]),
  gauge('foyer_migrations_pending', 'Migrations of this version that are not applied', [
    { value: database.pendingMigrations.length },
  ]),
]

const backupMetrics = ({ backups }: Pick<HealthView, 'backups'>): string[] => [
  gauge(
    'foyer_backup_base_time_seconds',
    'When the last base backup was completed',
    backups?.baseAt ? [{ value: secondsOf(backups.baseAt) }] : [],
  ),
  gauge(
    'foyer_backup_changes_time_seconds',
    'Time up to which all changes are backed up',
    backups?.walAt ? [{ value: secondsOf(backups.walAt) }] : [],
  ),
  gauge(
    'foyer_backup_failing',
    'Whether the last attempt to back up failed',
    backups ? [{ value: backups.error === '' ? 0 : 1 }] : [],
  ),
]

const secondsOf = (iso: string): number => Date.parse(iso) / 1000

const processMetrics = (own: ProcessFigures): string[] => [
  gauge('foyer_process_info', 'The process that answers', [{ labels: { node: own.nodeId }, value: 1 }]),
  gauge('foyer_process_uptime_seconds', 'Time since the process started', [{ value: own.uptimeSeconds }]),
  gauge('foyer_process_memory_bytes', 'Resident memory', [{ value: own.memoryBytes }]),
  gauge('foyer_process_heap_bytes', 'Used heap of V8', [{ value: own.heapBytes }]),
  counter('foyer_process_cpu_seconds_total', 'CPU time', [{ value: own.cpuSeconds }]),
  gauge('foyer_process_event_loop_delay_seconds', 'Longest delay of the event loop since the last reading', [
    { value: own.loopDelaySeconds },
  ]),
]

function requestMetrics(log: Pick<HealthLog, 'requests' | 'holds' | 'paidOrders'>): string[] {
  const counts = [...log.requests()]
  const statuses = counts.flatMap(([route, { byStatus }]) =>
    [...byStatus].map(([digit, value]) => ({ labels: { route, status: `${digit}xx` }, value })),
  )
  const durations = counts.flatMap(([route, { buckets, count, totalMs }]) => [
    ...DURATION_BUCKETS_MS.map((upTo, at) => ({
      suffix: '_bucket',
      labels: { route, le: String(upTo / 1000) },
      value: buckets[at] ?? 0,
    })),
    { suffix: '_bucket', labels: { route, le: '+Inf' }, value: count },
    { suffix: '_sum', labels: { route }, value: totalMs / 1000 },
    { suffix: '_count', labels: { route }, value: count },
  ])
  return [
    counter('foyer_requests_total', 'Answered requests', statuses),
    family(
      'foyer_request_duration_seconds',
      { help: 'Time until a response was sent', type: 'histogram' },
      durations,
    ),
    counter('foyer_holds_total', 'Carts that were saved with their holds', [{ value: log.holds() }]),
    counter('foyer_orders_paid_total', 'Orders whose payment succeeded', [{ value: log.paidOrders() }]),
  ]
}

const gauge = (name: string, help: string, samples: readonly Sample[]): string =>
  family(name, { help, type: 'gauge' }, samples)

const counter = (name: string, help: string, samples: readonly Sample[]): string =>
  family(name, { help, type: 'counter' }, samples)

const family = (
  name: string,
  { help, type }: { help: string; type: string },
  samples: readonly Sample[],
): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ labels = {}, value, suffix = '' }) => `${name}${suffix}${labelsOf(labels)} ${value}`),
  ].join('\n')

function labelsOf(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, text]) => `${name}="${escape(text)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escape = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
