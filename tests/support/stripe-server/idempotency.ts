import { Refused } from './refused.ts'

export interface Answer {
  status: number
  body: unknown
  /** True for a stored response. */
  isReplayed?: boolean
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns the stored response for a day; rejects the key with another request or while the first is running. Like Stripe,
 * stores no requests rejected before their execution began.
 */
export function createIdempotency(now: () => number): {
  once: (key: string | undefined, request: string, work: () => Promise<Answer>) => Promise<Answer>
} {
  const kept = new Map<string, { request: string; at: number; answer?: Answer }>()
  return {
    once: async (key, request, work) => {
      if (!key) return work()
      const present = kept.get(key)
      if (present && now() - present.at < DAY_MS) return replay(present, request)
      const entry: { request: string; at: number; answer?: Answer } = { request, at: now() }
      kept.set(key, entry)
      try {
        entry.answer = await work()
        return entry.answer
      } catch (error) {
        kept.delete(key)
        throw error
      }
    },
  }
}

function replay(present: { request: string; answer?: Answer }, request: string): Answer {
  if (present.request !== request)
    throw new Refused(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    })
  if (!present.answer)
    throw new Refused(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this idempotency key.',
    })
  return { ...present.answer, isReplayed: true }
}
