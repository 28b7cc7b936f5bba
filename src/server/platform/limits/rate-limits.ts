import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { failRateLimited } from '#contracts/platform/errors.ts'
import type { Failure } from '#model/platform/result.ts'
import type { Db } from '#server/platform/db/query.ts'

export interface Limit {
  /** Limits with the same name share their counts. */
  name: string
  points: number
  seconds: number
}

export interface RateLimits {
  /**
   * Counts an operation. Returns RATE_LIMITED with `details.retryAfterSeconds` when the limit is exceeded. Call
   * before the operation, so that parallel requests can't bypass the limit.
   */
  consume: (limit: Limit, key: string, points?: number) => Promise<Failure<'RATE_LIMITED'> | undefined>
  restore: (limit: Limit, key: string, points?: number) => Promise<void>
  clear: (limit: Limit, key: string) => Promise<void>
}

export function createRateLimits(db: Db): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values))
      // The limiter needs the row count to detect a missing key.
      return { rows, rowCount: rows.length > 0 ? rows.length : Number(numAffectedRows ?? 0) }
    },
  }
  const limiterOf = (limit: Limit): RateLimiterPostgres => {
    const known = limiters.get(limit.name)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.seconds,
    })
    limiters.set(limit.name, limiter)
    return limiter
  }
  return {
    consume: async (limit, key, points = 1) => {
      try {
        await limiterOf(limit).consume(key, points)
        return undefined
      } catch (error) {
        if (error instanceof RateLimiterRes) return tooMany(error)
        throw error
      }
    },
    restore: async (limit, key, points = 1) => {
      await limiterOf(limit).reward(key, points)
    },
    clear: async (limit, key) => {
      await limiterOf(limit).delete(key)
    },
  }
}

const tooMany = ({ msBeforeNext }: RateLimiterRes): Failure<'RATE_LIMITED'> =>
  failRateLimited(Math.max(1, Math.ceil(msBeforeNext / 1000)))
