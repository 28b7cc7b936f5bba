import { createHmac, timingSafeEqual } from 'node:crypto'
import { EVENT_CODE_COOKIE } from '#contracts/platform/cookies.ts'
import type { AuthKey } from '#server/platform/encryption/auth-key-rows.ts'
import type { EventRow } from './event-rows.ts'

export type EventWithCode = Pick<EventRow, 'id' | 'visibility' | 'access_code'>

/**
 * Signs the cookie of a browser that has entered an event's access code. The signature covers event and code, so that
 * changing the code locks the event again. The cookie doesn't reveal the code.
 */
export interface EventUnlockSigner {
  sign: (event: EventWithCode) => string
  isValid: (event: EventWithCode, value: string) => boolean
}

export function createEventUnlockSigner(keys: readonly [AuthKey, ...AuthKey[]]): EventUnlockSigner {
  const signature = ({ secret }: AuthKey, { id, access_code }: EventWithCode): string =>
    createHmac('sha256', secret)
      .update(`${EVENT_CODE_COOKIE} ${id}\n${normalizeCode(access_code)}`)
      .digest('base64url')
  return {
    sign: (event) => signature(keys[0], event),
    isValid: (event, value) => keys.some((key) => isEqualConstantTime(value, signature(key, event))),
  }
}

export const normalizeCode = (code: string): string => code.trim().toLowerCase()

/** Compares in constant time, so that the response time doesn't reveal how much of a guess is correct. */
export function isEqualConstantTime(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
