import { createTurns, type Turns } from '#server/platform/limits/turns.ts'

/** Limits for work that waits for the store while it keeps a database connection busy. */
export interface UploadTurns {
  claims: Turns
  removals: Turns
}

export const createUploadTurns = (): UploadTurns => ({
  claims: createTurns({ atOnce: 1, maxWaiting: 200 }),
  removals: createTurns({ atOnce: 1, maxWaiting: 8 }),
})
