import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { JobState } from './job-states.ts'

/** Upper bounds of the request durations' buckets, in milliseconds. */
export const DURATION_BUCKETS_MS = [5, 25, 100, 500, 2500] as const

export const ROUTE_CLASSES = ['page', 'api', 'file', 'upload'] as const
export type RouteClass = (typeof ROUTE_CLASSES)[number]

export interface RequestCounts {
  /** Counts by the first digit of the status: `2` for 200 to 299. */
  byStatus: Map<number, number>
  /** For each of `DURATION_BUCKETS_MS`, the number of requests that took at most this time. */
  buckets: number[]
  totalMs: number
  count: number
}

/** Counters of this process since its start. Kept in memory, because every request is counted. */
export interface HealthLog {
  node: { id: string; host: string; pid: number; startedAt: number }
  countRequest: (route: RouteClass, status: number, tookMs: number) => void
  countHold: () => void
  countPaidOrder: () => void
  jobStarted: (name: string, now: number) => void
  jobEnded: (name: string, now: number, error?: string) => void
  requests: () => ReadonlyMap<RouteClass, RequestCounts>
  holds: () => number
  paidOrders: () => number
  jobs: () => readonly JobState[]
}

const MAX_ERROR_LENGTH = 300

export function createHealthLog(startedAt: number): HealthLog {
  const requests = new Map<RouteClass, RequestCounts>(ROUTE_CLASSES.map((route) => [route, noRequests()]))
  const jobs = new Map<string, JobState>()
  let holds = 0
  let paidOrders = 0
  return {
    node: { id: randomUUID(), host: hostname(), pid: process.pid, startedAt },
    countRequest: (route, status, tookMs) => {
      const counts = requests.get(route)
      if (!counts) return
      const digit = Math.floor(status / 100)
      counts.byStatus.set(digit, (counts.byStatus.get(digit) ?? 0) + 1)
      counts.count += 1
      counts.totalMs += tookMs
      DURATION_BUCKETS_MS.forEach((upTo, at) => {
        if (tookMs <= upTo) counts.buckets[at] = (counts.buckets[at] ?? 0) + 1
      })
    },
    countHold: () => void (holds += 1),
    countPaidOrder: () => void (paidOrders += 1),
    jobStarted: (name, now) => {
      const known = jobs.get(name)
      const fresh = { endedAt: null, durationMs: 0, succeededAt: null, failedAt: null, error: '' }
      jobs.set(name, { ...(known ?? { name, ...fresh }), startedAt: now })
    },
    jobEnded: (name, now, error) => {
      const job = jobs.get(name)
      if (!job) return
      job.endedAt = now
      job.durationMs = Math.max(0, now - job.startedAt)
      if (error === undefined) job.succeededAt = now
      else Object.assign(job, { failedAt: now, error: error.slice(0, MAX_ERROR_LENGTH) })
    },
    requests: () => requests,
    holds: () => holds,
    paidOrders: () => paidOrders,
    jobs: () => [...jobs.values()],
  }
}

const noRequests = (): RequestCounts => ({
  byStatus: new Map(),
  buckets: DURATION_BUCKETS_MS.map(() => 0),
  totalMs: 0,
  count: 0,
})
