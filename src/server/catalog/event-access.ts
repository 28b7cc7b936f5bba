import { createHmac, timingSafeEqual } from 'node:crypto'
import { EVENT_CODE_COOKIE } from '#contracts/cookies.ts'
import { fail } from '#contracts/errors.ts'
import { scopeOf, type Site } from '#model/sites.ts'
import { succeed, type Result } from '#model/result.ts'
import { keyOf, networkOf } from '../accounts/limits.ts'
import type { Context } from '../context.ts'
import type { Limit } from '../http/rate-limits.ts'
import type { SetCookie } from '../use-case.ts'
import { findEventRow, type EventRow } from './event-rows.ts'

type Guarded = Pick<EventRow, 'id' | 'visibility' | 'access_code'>

/** Nobody guesses a word of any length at this speed. */
const TRYING: Limit = { name: 'event code', points: 10, seconds: 600 }
const KEPT_SECONDS = 30 * 86_400

/**
 * What a browser keeps once its visitor has entered the code: nobody can make it without the code, so that a new code closes
 * the event again.
 */
const markOf = ({ id, access_code }: Guarded): string =>
  createHmac('sha256', spelled(access_code)).update(`event ${id}`).digest('base64url')

/** Capital and small letters are the same. */
const spelled = (code: string): string => code.trim().toLowerCase()

/** Whether the event's tickets are hidden from whoever brings these cookies. */
export function isLocked(event: Guarded, cookies: Readonly<Record<string, string>> = {}): boolean {
  if (event.visibility !== 'code') return false
  return !isEqual(cookies[EVENT_CODE_COOKIE + event.id] ?? '', markOf(event))
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** One try at an event's code, counted for whoever counts as one by this address. */
export async function tryCode(
  context: Context,
  event: Guarded,
  { code, address }: { code: string; address: string },
): Promise<Result<SetCookie, 'EVENT_CODE_WRONG' | 'RATE_LIMITED'>> {
  const key = keyOf(event.id, networkOf(address))
  const tooMany = await context.limits.take(TRYING, key)
  if (tooMany) return tooMany
  if (!isEqual(spelled(code), spelled(event.access_code))) return fail('EVENT_CODE_WRONG')
  await context.limits.giveBack(TRYING, key)
  return succeed({
    name: EVENT_CODE_COOKIE + event.id,
    value: markOf(event),
    maxAgeSeconds: KEPT_SECONDS,
  })
}

/** The form of an event's page. */
export async function openEvent(
  context: Context,
  ask: { site: Site; idOrSlug: string; code: string; address: string },
): Promise<Result<SetCookie, 'NOT_FOUND' | 'EVENT_CODE_WRONG' | 'RATE_LIMITED'>> {
  const { site, idOrSlug, code, address } = ask
  const row = await findEventRow(context.db, { scope: scopeOf(site), idOrSlug })
  return row?.visibility === 'code' ? tryCode(context, row, { code, address }) : fail('NOT_FOUND')
}
