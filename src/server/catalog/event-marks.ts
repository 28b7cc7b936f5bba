import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { EVENT_CODE_COOKIE } from '#contracts/cookies.ts'
import { readAuthKeys } from '../accounts/auth-key-rows.ts'
import type { Database } from '../db/tables.ts'
import type { EventRow } from './event-rows.ts'

export type Guarded = Pick<EventRow, 'id' | 'visibility' | 'access_code'>

/**
 * Signs the cookie that opens an event whose code was entered. It is signed with the server's keys and names event and code: a
 * new code closes the event again, and the cookie tells nothing about the code.
 */
export interface EventMarks {
  sign: (event: Guarded) => string
  isValid: (event: Guarded, value: string) => boolean
}

export async function createEventMarks(db: Kysely<Database>): Promise<EventMarks> {
  const keys = await readAuthKeys(db)
  const signatures = ({ id, access_code }: Guarded): string[] =>
    keys.map(({ secret }) =>
      createHmac('sha256', secret)
        .update(`${EVENT_CODE_COOKIE} ${id}\n${normalizeCode(access_code)}`)
        .digest('base64url'),
    )
  return {
    sign: (event) => {
      const [newest] = signatures(event)
      if (newest === undefined) throw new Error('The database holds no key that signs event cookies.')
      return newest
    },
    isValid: (event, value) => signatures(event).some((expected) => isEqual(value, expected)),
  }
}

/** Upper and lower case are the same. */
export const normalizeCode = (code: string): string => code.trim().toLowerCase()

export function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
