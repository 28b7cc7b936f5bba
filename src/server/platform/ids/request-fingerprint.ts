import { hash } from 'node:crypto'

/** Hash of a request's content, to recognise another request with the same Idempotency-Key. */
export const fingerprintOf = (content: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(content), 'base64url')
