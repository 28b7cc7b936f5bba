import { isDatabaseDown } from '../db/is-database-down.ts'

/** The status of a page that broke: 503 when it may be asked for again in a moment. */
export const brokenStatus = (error: unknown): number => (isDatabaseDown(error) ? 503 : 500)
