import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'

/** Status of a page that failed: 503 when a retry may succeed. */
export const brokenStatus = (error: unknown): number => (isDatabaseDown(error) ? 503 : 500)
