import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'

/** Returns the status of a failed page: 503 if the database is down, because a retry may then succeed; otherwise 500. */
export const failedPageStatus = (error: unknown): number => (isDatabaseDown(error) ? 503 : 500)
