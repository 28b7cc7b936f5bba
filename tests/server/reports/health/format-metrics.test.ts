import { expect, test } from 'vitest'
import type { HealthView } from '#contracts/operator/health.ts'
import { createHealthLog } from '#server/platform/health/health-log.ts'
import { formatMetrics, type ProcessFigures } from '#server/reports/health/format-metrics.ts'

const NOW = '2026-11-21T12:00:00.000Z'
const NOW_SECONDS = Date.parse(NOW) / 1000

const OWN: ProcessFigures = {
  nodeId: 'n1',
  uptimeSeconds: 60,
  memoryBytes: 1000,
  heapBytes: 500,
  cpuSeconds: 1.5,
  loopDelaySeconds: 0.02,
}

const node = { host: 'a', pid: 1, version: '1', since: NOW, seenAt: NOW, memoryBytes: 1 }
const job = { lastRunAt: NOW, durationMs: 1500, succeededAt: NOW, error: '' }

const HEALTH: HealthView = {
  version: '1.2.3',
  nodes: [
    { ...node, id: 'n1', isAlive: true },
    { ...node, id: 'n2', isAlive: true },
    { ...node, id: 'n3', isAlive: false },
  ],
  jobs: [
    { ...job, name: 'mails' },
    { ...job, name: 'domains', succeededAt: null, error: 'No answer' },
  ],
  mails: { waiting: 3, oldestAt: NOW, dead: 2 },
  payments: { inTrouble: 1, lagSeconds: 4.5 },
  webhooks: [],
  domains: [],
  storage: { kind: 'folder', files: 2, bytes: 2048, freeBytes: 4096 },
  database: {
    version: '18.4',
    bytes: 10,
    connections: 5,
    maxConnections: 100,
    migrations: 60,
    pendingMigrations: ['0099_next'],
  },
}

/** Samples by name and labels. */
function samplesOf(health: HealthView, log = createHealthLog(0)): Map<string, number> {
  const lines = formatMetrics(health, log, OWN).split('\n')
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

test('the install’s state is one gauge each', () => {
  const samples = samplesOf(HEALTH)
  expect(Object.fromEntries(samples)).toMatchObject({
    'foyer_info{version="1.2.3",postgresql="18.4"}': 1,
    foyer_nodes: 2,
    'foyer_job_success_time_seconds{job="mails"}': NOW_SECONDS,
    'foyer_job_failing{job="mails"}': 0,
    'foyer_job_failing{job="domains"}': 1,
    'foyer_job_duration_seconds{job="mails"}': 1.5,
    foyer_mails_waiting: 3,
    foyer_mails_oldest_time_seconds: NOW_SECONDS,
    foyer_mails_dead: 2,
    foyer_payments_in_trouble: 1,
    foyer_payments_check_lag_seconds: 4.5,
    'foyer_storage_bytes{part="database"}': 10,
    'foyer_storage_bytes{part="uploads"}': 2048,
    foyer_storage_free_bytes: 4096,
    foyer_migrations_pending: 1,
    'foyer_process_info{node="n1"}': 1,
    foyer_process_cpu_seconds_total: 1.5,
  })
  expect(samples.has('foyer_job_success_time_seconds{job="domains"}')).toBe(false)
})

test('what can’t be measured has no sample', () => {
  const samples = samplesOf({
    ...HEALTH,
    mails: { waiting: 0, oldestAt: null, dead: 0 },
    storage: { kind: 's3', files: null, bytes: null, freeBytes: null },
  })
  expect(samples.get('foyer_mails_waiting')).toBe(0)
  const unmeasured = [
    'foyer_mails_oldest_time_seconds',
    'foyer_storage_bytes{part="uploads"}',
    'foyer_storage_free_bytes',
  ]
  expect(unmeasured.filter((name) => samples.has(name))).toEqual([])
})

test('requests are a histogram whose buckets include the smaller ones', () => {
  const log = createHealthLog(0)
  for (const tookMs of [1, 5, 20, 300, 9000]) log.countRequest('api', 200, tookMs)
  log.countRequest('api', 503, 600)
  log.countRequest('page', 304, 2)
  log.countHold()
  log.countPaidOrder()
  log.countPaidOrder()
  const samples = samplesOf(HEALTH, log)
  const bucket = (upTo: string) =>
    samples.get(`foyer_request_duration_seconds_bucket{route="api",le="${upTo}"}`)
  expect(['0.005', '0.025', '0.1', '0.5', '2.5', '+Inf'].map(bucket)).toEqual([2, 3, 3, 4, 5, 6])
  expect(Object.fromEntries(samples)).toMatchObject({
    'foyer_request_duration_seconds_count{route="api"}': 6,
    'foyer_request_duration_seconds_sum{route="api"}': 9.926,
    'foyer_request_duration_seconds_count{route="file"}': 0,
    'foyer_requests_total{route="api",status="2xx"}': 5,
    'foyer_requests_total{route="api",status="5xx"}': 1,
    'foyer_requests_total{route="page",status="3xx"}': 1,
    foyer_holds_total: 1,
    foyer_orders_paid_total: 2,
  })
})

test('each metric has its help and type once, before its samples', () => {
  const lines = formatMetrics(HEALTH, createHealthLog(0), OWN).trimEnd().split('\n')
  const types = lines.flatMap((line) => /^# TYPE (\w+)/.exec(line)?.[1] ?? [])
  expect(new Set(types).size).toBe(types.length)
  let family = ''
  const misplaced = lines.filter((line) => {
    family = /^# HELP (\w+)/.exec(line)?.[1] ?? family
    return !line.startsWith('#') && !line.startsWith(family)
  })
  expect(misplaced).toEqual([])
})

test('labels are escaped', () => {
  const [first] = HEALTH.nodes
  const version = 'a"b\\c\nd'
  const samples = samplesOf({ ...HEALTH, version, nodes: first ? [first] : [] })
  expect(samples.get(String.raw`foyer_info{version="a\"b\\c\nd",postgresql="18.4"}`)).toBe(1)
})
