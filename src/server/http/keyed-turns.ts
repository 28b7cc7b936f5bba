import { createTurns, type Turns } from '../uploads/take-turns.ts'

/** So many at once per key, in this process. The rest wait. */
export interface KeyedTurns {
  run: <Made>(key: string, limits: TurnLimits, work: () => Promise<Made>) => Promise<Made | 'too many'>
}

interface TurnLimits {
  atOnce: number
  mostWaiting?: number
}

/** How many may wait per key, unless told. */
const MOST_WAITING = 5_000

/**
 * A try is counted before it is made and given back when it was right. Without turns, many right ones under way at once would
 * use up a limit for wrong ones.
 */
export function createKeyedTurns(): KeyedTurns {
  const active = new Map<string, { turns: Turns; users: number }>()
  return {
    run: async (key, { atOnce, mostWaiting = MOST_WAITING }, work) => {
      const known = active.get(key) ?? { turns: createTurns({ atOnce, mostWaiting }), users: 0 }
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
