import * as z from 'zod/mini'

/** State of a job on one node. Times are in milliseconds since the epoch; null when the event hasn't happened. */
export const jobState = z.object({
  name: z.string(),
  startedAt: z.number(),
  /** End of the last run; null until the first run has ended. */
  endedAt: z.nullable(z.number()),
  durationMs: z.number(),
  succeededAt: z.nullable(z.number()),
  failedAt: z.nullable(z.number()),
  /** Message of the last failure. Kept after a success. */
  error: z.string(),
})
export type JobState = z.infer<typeof jobState>

/** State of a job over all nodes: the last run, success and failure on any of them. */
export interface JobSummary {
  name: string
  lastRunAt: number
  durationMs: number
  succeededAt: number | null
  /** Error of the last run; empty unless it failed. */
  error: string
}

/** Returns one summary per job: failing jobs first, then by name. */
export function summariseJobs(states: readonly JobState[]): JobSummary[] {
  const byName = Map.groupBy(states, ({ name }) => name)
  const summaries = [...byName].map(([name, each]): JobSummary => {
    const last = each.reduce((one, other) => (other.startedAt > one.startedAt ? other : one))
    const successes = each.flatMap(({ succeededAt }) => succeededAt ?? [])
    const failing = each.find(isFailing)
    return {
      name,
      lastRunAt: last.startedAt,
      durationMs: last.durationMs,
      succeededAt: successes.length > 0 ? Math.max(...successes) : null,
      error: failing?.error ?? '',
    }
  })
  return summaries.toSorted(
    (one, other) => Number(other.error !== '') - Number(one.error !== '') || (one.name < other.name ? -1 : 1),
  )
}

const isFailing = ({ failedAt, succeededAt }: JobState): boolean =>
  failedAt !== null && (succeededAt === null || failedAt > succeededAt)
