import { readdirSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { quantile } from '../support/lines.ts'
import type { Usage } from '../support/usage.ts'
import { KINDS, type Kind } from './traffic.ts'

/** A row of the soak's CSV: what grows if something is never released, and how long visitors wait. */
export interface Sample {
  seconds: number
  memoryMb: number
  heapMb: number
  loopP99Ms: number
  connections: number
  holds: number
  /** Rows that a job should have removed or processed. */
  overdueHolds: number
  overdueSessions: number
  waitingMails: number
  waitingEvents: number
  waitingReports: number
  waitingSearch: number
  waitingBalances: number
  jobs: number
  files: number
  requests: number
  failures: number
  /** 99th percentile since the previous sample, in milliseconds; null without requests. */
  p99: Record<Kind, number | null>
}

export type Counts = Omit<
  Sample,
  'seconds' | 'memoryMb' | 'heapMb' | 'loopP99Ms' | 'requests' | 'failures' | 'p99'
>

/** Two minutes after its end, a hold or session should be gone. */
const LATE = sql`now() - interval '2 minutes'`

export async function countRows(db: Kysely<Database>, folders: readonly string[]): Promise<Counts> {
  const { rows } = await sql<Omit<Counts, 'files' | 'jobs'> & { hasJobs: boolean }>`
    select
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      (select count(*)::int from holds) as holds,
      (select count(*)::int from holds where expires_at < ${LATE}) as "overdueHolds",
      (select count(*)::int from sessions where expires_at < ${LATE}) as "overdueSessions",
      (select count(*)::int from mails where done_at is null and dead_at is null) as "waitingMails",
      (select count(*)::int from payment_events where processed_at is null) as "waitingEvents",
      (select count(*)::int from report_news) as "waitingReports",
      (select count(*)::int from order_search_due) as "waitingSearch",
      (select count(*)::int from unfolded_transactions) as "waitingBalances",
      to_regclass('pgboss.job') is not null as "hasJobs"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A query without tables returns one row.')
  const { hasJobs, ...counts } = row
  return { ...counts, jobs: hasJobs ? await countJobs(db) : 0, files: countFiles(folders) }
}

async function countJobs(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pgboss.job where state not in ('completed', 'cancelled', 'failed')`.execute(db)
  return rows[0]?.count ?? 0
}

const countFiles = (folders: readonly string[]): number =>
  folders.reduce((count, folder) => count + readdirSync(folder, { recursive: true }).length, 0)

const toMegabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)

export function toSample(
  { rssBytes, heapBytes, loopP99Ms }: Usage,
  counts: Counts,
  passed: { seconds: number; tookMs: Record<Kind, number[]>; failures: number },
): Sample {
  const { seconds, tookMs, failures } = passed
  const p99 = (kind: Kind): number | null =>
    tookMs[kind].length === 0 ? null : Math.round(quantile(tookMs[kind], 0.99) * 10) / 10
  return {
    seconds: Math.round(seconds),
    memoryMb: toMegabytes(rssBytes),
    heapMb: toMegabytes(heapBytes),
    loopP99Ms: Math.round(loopP99Ms * 10) / 10,
    ...counts,
    requests: KINDS.reduce((sum, kind) => sum + tookMs[kind].length, 0),
    failures,
    p99: {
      page: p99('page'),
      cart: p99('cart'),
      order: p99('order'),
      refund: p99('refund'),
      console: p99('console'),
      door: p99('door'),
    },
  }
}

/** Names and values of a sample's columns. */
export function columnsOf({ p99, ...rest }: Sample): [name: string, value: number | null][] {
  return [
    ...Object.entries(rest),
    ...KINDS.map((kind): [string, number | null] => [`p99 ${kind} ms`, p99[kind]]),
  ]
}

export function toCsv(samples: readonly Sample[]): string {
  const rows = samples.map((sample) =>
    columnsOf(sample)
      .map(([, value]) => value ?? '')
      .join(','),
  )
  const [first] = samples
  return first
    ? `${[
        columnsOf(first)
          .map(([name]) => name)
          .join(','),
        ...rows,
      ].join('\n')}\n`
    : ''
}
