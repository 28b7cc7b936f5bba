import { newUuid } from './uuid.ts'

interface RetryKey {
  /** Headers with the idempotency key of a request. The same content gets the same key until `forget` is called. */
  headersOf: (content: unknown) => { headers: Record<string, string> }
  forget: () => void
}

/** Idempotency keys for an action, so that repeating it after a failure doesn't create a second object. */
export function createRetryKey(): RetryKey {
  let last: { content: string; key: string } | undefined
  return {
    headersOf: (given) => {
      const content = JSON.stringify(given)
      if (last?.content !== content) last = { content, key: newUuid() }
      return { headers: { 'idempotency-key': last.key } }
    },
    forget: () => {
      last = undefined
    },
  }
}
