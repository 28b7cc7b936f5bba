import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'

/** Status for a page that failed: 503 when the database is down, because a retry may then succeed; otherwise 500. */
export const failedPageStatus = (error: unknown): number => (isDatabaseDown(error) ? 503 : 500)
