import PQueue from 'p-queue'

export interface ConcurrencyLimiter {
  run: <Made>(work: () => Promise<Made>) => Promise<Made | 'too many'>
}

export function createConcurrencyLimiter({
  atOnce,
  maxWaiting,
}: {
  atOnce: number
  maxWaiting: number
}): ConcurrencyLimiter {
  const queue = new PQueue({ concurrency: atOnce })
  return {
    run: async (work) => (queue.pending >= atOnce && queue.size >= maxWaiting ? 'too many' : queue.add(work)),
  }
}
