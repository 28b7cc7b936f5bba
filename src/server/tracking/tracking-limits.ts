import type { Limit } from '../http/rate-limits.ts'

/** For each network: a venue's, or a phone company's, may be many visitors at once, and one visit counts up to three times. */
export const TRACKING_LIMITS = {
  clicks: { name: 'click_network', points: 3000, seconds: 900 },
  log: { name: 'tracking_log_network', points: 60, seconds: 900 },
} as const satisfies Record<string, Limit>
