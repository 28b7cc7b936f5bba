import { median } from '../support/lines.ts'
import { columnsOf, type Sample } from './samples.ts'

/** How much the last quarter's median may exceed the second's: by a factor, and by an amount that doesn't matter. */
interface Growth {
  factor: number
  slack: number
}

const LIMITS: Readonly<Record<string, Growth>> = {
  memoryMb: { factor: 1.1, slack: 32 },
  heapMb: { factor: 1.15, slack: 32 },
  loopP99Ms: { factor: 2, slack: 20 },
  connections: { factor: 1, slack: 4 },
  overdueHolds: { factor: 1.5, slack: 10 },
  overdueSessions: { factor: 1.5, slack: 10 },
  waitingMails: { factor: 1.5, slack: 20 },
  waitingEvents: { factor: 1.5, slack: 20 },
  waitingReports: { factor: 1.5, slack: 200 },
  waitingSearch: { factor: 1.5, slack: 200 },
  waitingBalances: { factor: 1.5, slack: 200 },
  jobs: { factor: 1.5, slack: 50 },
  files: { factor: 1, slack: 5 },
  'p99 page ms': { factor: 2, slack: 50 },
  'p99 cart ms': { factor: 2, slack: 50 },
  'p99 order ms': { factor: 2, slack: 200 },
  'p99 refund ms': { factor: 2, slack: 200 },
  'p99 console ms': { factor: 2, slack: 100 },
  'p99 door ms': { factor: 2, slack: 100 },
}

/** Fewer samples have no quarters. */
export const MIN_SAMPLES = 8

/** Returns a message for each column that grew from the second quarter to the last. The first quarter warms up. */
export function judgeDay(samples: readonly Sample[]): string[] {
  if (samples.length < MIN_SAMPLES) return [`${samples.length} samples are too few to judge growth`]
  const quarter = Math.floor(samples.length / 4)
  const second = samples.slice(quarter, 2 * quarter)
  const last = samples.slice(-quarter)
  return Object.entries(LIMITS).flatMap(([name, { factor, slack }]) => {
    const before = medianOf(second, name)
    const after = medianOf(last, name)
    return after > before * factor + slack
      ? [`${name} grew from ${before} in the second quarter to ${after} in the last`]
      : []
  })
}

/** 0 when there is no value. */
function medianOf(samples: readonly Sample[], name: string): number {
  const values = samples.flatMap((sample) => {
    const value = columnsOf(sample).find(([column]) => column === name)?.[1]
    return value === null || value === undefined ? [] : [value]
  })
  return values.length === 0 ? 0 : median(values)
}
