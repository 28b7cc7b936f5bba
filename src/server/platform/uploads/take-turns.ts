/** Limits concurrency and the number of waiting calls. */
export interface Turns {
  run: <Made>(work: () => Promise<Made>) => Promise<Made | 'too many'>
}

export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  let busy = 0
  const waiting: (() => void)[] = []
  const begin = async (): Promise<void> => {
    if (busy < atOnce) busy += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const end = (): void => {
    const next = waiting.shift()
    // Hands the slot to the longest waiting call, so that new calls can't overtake.
    if (next) next()
    else busy -= 1
  }
  return {
    run: async (work) => {
      if (busy >= atOnce && waiting.length >= mostWaiting) return 'too many'
      await begin()
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}

/** Limits for work that waits for the store while holding a database connection. */
export interface UploadTurns {
  claims: Turns
  removals: Turns
}

export const createUploadTurns = (): UploadTurns => ({
  claims: createTurns({ atOnce: 1, mostWaiting: 200 }),
  removals: createTurns({ atOnce: 1, mostWaiting: 8 }),
})
