import {
  createConcurrencyLimiter,
  type ConcurrencyLimiter,
} from '#server/platform/limits/concurrency-limiter.ts'

/** Concurrency limits for work that blocks a database connection while it waits for the store. */
export interface UploadLimiters {
  claims: ConcurrencyLimiter
  removals: ConcurrencyLimiter
}

export const createUploadLimiters = (): UploadLimiters => ({
  claims: createConcurrencyLimiter({ atOnce: 1, maxWaiting: 200 }),
  removals: createConcurrencyLimiter({ atOnce: 1, maxWaiting: 8 }),
})
