import PQueue from 'p-queue'

export interface Turns {
  run: <Made>(work: () => Promise<Made>) => Promise<Made | 'too many'>
}

export function createTurns({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Turns {
  const queue = new PQueue({ concurrency: atOnce })
  return {
    run: async (work) => (queue.pending >= atOnce && queue.size >= maxWaiting ? 'too many' : queue.add(work)),
  }
}
