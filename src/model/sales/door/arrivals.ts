const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export interface ArrivalStep {
  atMs: number
  entries: number
  exits: number
}

/**
 * Returns the chart's interval in minutes for the time between the first and the last scan, so that even a week has
 * at most about 200 intervals.
 */
export function arrivalStepMinutes(spanMs: number): number {
  if (spanMs <= HOUR_MS) return 1
  if (spanMs <= 8 * HOUR_MS) return 5
  if (spanMs <= 48 * HOUR_MS) return 15
  return spanMs <= 8 * 24 * HOUR_MS ? 60 : 24 * 60
}

/** Maximum number of intervals. Without it, a device with a clock that is years off would cause millions. */
const MAX_STEPS = 400

/** Adds the intervals without scans. When there are too many intervals, keeps the latest ones. */
export function fillArrivals(steps: readonly ArrivalStep[], minutes: number): ArrivalStep[] {
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return []
  const stepMs = minutes * MINUTE_MS
  const known = new Map(steps.map((step) => [step.atMs, step]))
  const length = Math.min(MAX_STEPS, Math.round((last.atMs - first.atMs) / stepMs) + 1)
  return Array.from({ length }, (_, index) => {
    const atMs = last.atMs - (length - 1 - index) * stepMs
    return known.get(atMs) ?? { atMs, entries: 0, exits: 0 }
  })
}
