export interface WaitingRequest<Request, Outcome> {
  request: Request
  /** Time of the request, from `performance.now()`. */
  askedAt: number
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * Takes up to `max` requests with different keys, in order of arrival. When a request has to wait for the next batch,
 * later requests with its key wait too.
 */
export function nextBatch<One>(
  waiting: readonly One[],
  { max, keyOf }: { max: number; keyOf: (one: One) => string },
): { batch: One[]; rest: One[] } {
  const keys = new Set<string>()
  const batch: One[] = []
  const rest: One[] = []
  for (const each of waiting) {
    const key = keyOf(each)
    const fits = batch.length < max && !keys.has(key)
    ;(fits ? batch : rest).push(each)
    keys.add(key)
  }
  return { batch, rest }
}

export function rejectAll(requests: readonly { reject: (error: unknown) => void }[], error: unknown): void {
  for (const { reject } of requests) reject(error)
}
