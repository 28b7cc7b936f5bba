/** Visitors get a notice instead of pages. */
export interface Maintenance {
  /** When it is expected to end, in milliseconds since the epoch; null if it isn't known. */
  until: number | null
  /** Text for visitors; '' for the default. */
  message: string
}

export const MAX_MAINTENANCE_MESSAGE_LENGTH = 300

const RETRY_SECONDS = { least: 10, unknown: 120, most: 3600 }

/** Seconds for `Retry-After`: until the expected end, from 10 seconds to an hour. */
export function maintenanceRetrySeconds({ until }: Maintenance, now: number): number {
  if (until === null) return RETRY_SECONDS.unknown
  return Math.min(Math.max(Math.ceil((until - now) / 1000), RETRY_SECONDS.least), RETRY_SECONDS.most)
}

const MINUTE_MS = 60_000
/** Longer times are given in hours. */
const MAX_MINUTES = 90

/** "in about 20 minutes"; '' if the end isn't known. Relative, because the server doesn't know the visitor's time zone. */
export function formatMaintenanceEnd({ until }: Maintenance, now: number): string {
  if (until === null) return ''
  const minutes = Math.ceil((until - now) / MINUTE_MS)
  if (minutes <= 5) return 'in a few minutes'
  if (minutes <= MAX_MINUTES) return `in about ${minutes} minutes`
  return `in about ${Math.ceil(minutes / 60)} hours`
}
