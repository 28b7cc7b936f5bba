import { CompiledQuery, type Kysely } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { fail } from '#contracts/errors.ts'
import type { Failure } from '#model/result.ts'
import type { Database } from '../db/tables.ts'

/** So many within so many seconds. */
export interface Limit {
  /** Part of the key: limits of one name count together. */
  name: string
  points: number
  seconds: number
}

/** Counts kept in PostgreSQL, so that a limit holds on every node. */
export interface RateLimits {
  /**
   * Counts one, or as many as said, in one statement, and answers RATE_LIMITED with `details.retryAfterSeconds` when that was too
   * many. Asked before what it limits: a question without counting would let many through at once.
   */
  take: (limit: Limit, key: string, points?: number) => Promise<Failure<'RATE_LIMITED'> | undefined>
  /** Takes back what turned out not to count. */
  giveBack: (limit: Limit, key: string, points?: number) => Promise<void>
  /** Forgets what was counted. */
  clear: (limit: Limit, key: string) => Promise<void>
}

export function createRateLimits(db: Kysely<Database>): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values))
      // The limiter asks for it to know that there is no such key.
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
    take: async (limit, key, points = 1) => {
      try {
        await limiterOf(limit).consume(key, points)
        return undefined
      } catch (error) {
        if (error instanceof RateLimiterRes) return tooMany(error)
        throw error
      }
    },
    giveBack: async (limit, key, points = 1) => {
      await limiterOf(limit).reward(key, points)
    },
    clear: async (limit, key) => {
      await limiterOf(limit).delete(key)
    },
  }
}

const tooMany = ({ msBeforeNext }: RateLimiterRes): Failure<'RATE_LIMITED'> =>
  fail('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) })
