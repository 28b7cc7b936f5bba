/** Maintenance mode, in which visitors see a notice instead of pages. */
export interface Maintenance {
  /** Expected end in milliseconds since the epoch; null when it isn't known. */
  until: number | null
  /** Text for visitors; '' for the default text. */
  message: string
}

export const MAX_MAINTENANCE_MESSAGE_LENGTH = 300

const RETRY_SECONDS = { least: 10, unknown: 120, most: 3600 }

/** Returns seconds for `Retry-After`: the time until the expected end, between 10 seconds and an hour. */
export function maintenanceRetrySeconds({ until }: Maintenance, now: number): number {
  if (until === null) return RETRY_SECONDS.unknown
  return Math.min(Math.max(Math.ceil((until - now) / 1000), RETRY_SECONDS.least), RETRY_SECONDS.most)
}

const MINUTE_MS = 60_000
/** Up to this number of minutes, times are shown in minutes; longer ones are shown in hours. */
const MAX_MINUTES = 90

/**
 * Formats the expected end: "in about 20 minutes", or '' when it isn't known. Relative, because the server doesn't
 * know the visitor's time zone.
 */
export function formatMaintenanceEnd({ until }: Maintenance, now: number): string {
  if (until === null) return ''
  const minutes = Math.ceil((until - now) / MINUTE_MS)
  if (minutes <= 5) return 'in a few minutes'
  if (minutes <= MAX_MINUTES) return `in about ${minutes} minutes`
  return `in about ${Math.ceil(minutes / 60)} hours`
}
