import type { Limit } from '#server/platform/limits/rate-limits.ts'

/** Limits per network, which many visitors may share (a venue, a mobile carrier). One visit can send up to three requests. */
export const TRACKING_LIMITS = {
  clicks: { name: 'click_network', points: 3000, seconds: 900 },
  log: { name: 'tracking_log_network', points: 60, seconds: 900 },
} as const satisfies Record<string, Limit>
