import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { JobState } from './job-states.ts'

/**
 * State of this process and its jobs since its start. `write-heartbeat.ts` writes it to the database for operators.
 */
export interface HealthLog {
  node: { id: string; host: string; pid: number; startedAt: number }
  jobStarted: (name: string, now: number) => void
  jobEnded: (name: string, now: number, error?: string) => void
  jobs: () => readonly JobState[]
  heartbeatWritten: (now: number) => void
  /** Time of the last heartbeat that was written to the database. */
  heartbeatAt: () => number | undefined
}

const MAX_ERROR_LENGTH = 300

export function createHealthLog(startedAt: number): HealthLog {
  const jobs = new Map<string, JobState>()
  let heartbeatAt: number | undefined
  return {
    node: { id: randomUUID(), host: hostname(), pid: process.pid, startedAt },
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
    jobs: () => [...jobs.values()],
    heartbeatWritten: (now) => {
      heartbeatAt = now
    },
    heartbeatAt: () => heartbeatAt,
  }
}
