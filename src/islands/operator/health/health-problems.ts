import type { HealthView } from '#contracts/operator/health.ts'

const LOW_BYTES = 1024 ** 3
const MAX_LAG_SECONDS = 600

/** Returns problems that an operator should check, worst first. */
export function healthProblems({
  nodes,
  jobs,
  mails,
  payments,
  webhooks,
  domains,
  storage,
  backups,
  database,
}: HealthView): string[] {
  const failing = jobs.filter(({ error }) => error !== '').map(({ name }) => name)
  const silent = nodes.filter(({ isAlive }) => !isAlive).length
  const isFull = storage.freeBytes !== null && storage.freeBytes < LOW_BYTES
  const found: readonly (readonly [isThere: boolean, problem: string])[] = [
    [payments.inTrouble > 0, `Payments to resolve: ${payments.inTrouble}.`],
    [payments.lagSeconds > MAX_LAG_SECONDS, 'Checks of payments with the provider are delayed.'],
    [failing.length > 0, `Failing jobs: ${failing.join(', ')}.`],
    [silent > 0, `Processes that stopped unexpectedly in the last day: ${silent}.`],
    [backups !== null && backups.error !== '', `The last backup failed: ${backups?.error}`],
    [
      backups !== null && !backups.isElsewhere,
      'The backups are on the same disk as the data, and would be lost with it. Set BACKUP_TO to another disk or an s3:// URL.',
    ],
    [mails.dead > 0, `Emails that couldn’t be sent: ${mails.dead}.`],
    [isFull, 'Less than 1 GB is free where uploads are stored.'],
    [database.connections > database.maxConnections * 0.9, 'PostgreSQL has few connections left.'],
    [database.pendingMigrations.length > 0, `Pending migrations: ${database.pendingMigrations.join(', ')}.`],
    [domains.length > 0, `Domains without their DNS record: ${domains.length}.`],
    [webhooks.length > 0, `Failing webhooks: ${webhooks.length}.`],
  ]
  return found.flatMap(([isThere, problem]) => (isThere ? [problem] : []))
}
