import { createConcurrencyLimiter, type ConcurrencyLimiter } from './concurrency-limiter.ts'

/** Limits concurrency per key in this process. Calls above the limit wait. */
export interface KeyedQueue {
  run: <Made>(key: string, limits: TurnLimits, work: () => Promise<Made>) => Promise<Made | 'too many'>
}

interface TurnLimits {
  atOnce: number
  maxWaiting?: number
}

const MAX_WAITING = 5_000

/**
 * Creates a queue. Used for sign-in attempts, which are counted before they are made and uncounted when they succeed:
 * if attempts for one account ran in parallel, many successful ones could exhaust the limit.
 */
export function createKeyedQueue(): KeyedQueue {
  const active = new Map<string, { turns: ConcurrencyLimiter; users: number }>()
  return {
    run: async (key, { atOnce, maxWaiting = MAX_WAITING }, work) => {
      const known = active.get(key) ?? { turns: createConcurrencyLimiter({ atOnce, maxWaiting }), users: 0 }
      active.set(key, known)
      known.users += 1
      try {
        return await known.turns.run(work)
      } finally {
        known.users -= 1
        if (known.users === 0) active.delete(key)
      }
    },
  }
}
