import { createTurns, type Turns } from '#server/platform/limits/turns.ts'

/** Limits for work that waits for the store while holding a database connection. */
export interface UploadTurns {
  claims: Turns
  removals: Turns
}

export const createUploadTurns = (): UploadTurns => ({
  claims: createTurns({ atOnce: 1, maxWaiting: 200 }),
  removals: createTurns({ atOnce: 1, maxWaiting: 8 }),
})
