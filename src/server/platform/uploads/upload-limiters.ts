import { createTurns, type Turns } from '#server/platform/limits/turns.ts'

/** Concurrency limits for work that blocks a database connection while it waits for the store. */
export interface UploadTurns {
  claims: Turns
  removals: Turns
}

export const createUploadTurns = (): UploadTurns => ({
  claims: createTurns({ atOnce: 1, maxWaiting: 200 }),
  removals: createTurns({ atOnce: 1, maxWaiting: 8 }),
})
