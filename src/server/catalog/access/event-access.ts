import { EVENT_CODE_COOKIE } from '#contracts/platform/cookies.ts'
import { fail } from '#contracts/platform/errors.ts'
import { scopeOf, type Site } from '#model/sites/sites.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { SetCookie } from '#server/use-case.ts'
import { checkCodes } from './code-guesses.ts'
import { isEqual, normalizeCode, type Guarded } from '#server/catalog/listings/event-marks.ts'
import { findEventRow } from '#server/catalog/listings/event-rows.ts'

const KEPT_SECONDS = 30 * 86_400

export function isLocked(
  { eventMarks }: Pick<Context, 'eventMarks'>,
  event: Guarded,
  cookies: Readonly<Record<string, string>> = {},
): boolean {
  if (event.visibility !== 'code') return false
  return !eventMarks.isValid(event, cookies[EVENT_CODE_COOKIE + event.id] ?? '')
}

async function tryCode(
  context: Context,
  event: Guarded,
  { code, address }: { code: string; address: string },
): Promise<Result<SetCookie, 'EVENT_CODE_WRONG' | 'RATE_LIMITED'>> {
  const isRight = isEqual(normalizeCode(code), normalizeCode(event.access_code))
  const guessed = await checkCodes(context, { kind: 'event_code', of: event.id, address }, async () => ({
    right: isRight ? 1 : 0,
    found: isRight,
  }))
  if (!guessed.success) return guessed
  if (!guessed.data) return fail('EVENT_CODE_WRONG')
  return succeed({
    name: EVENT_CODE_COOKIE + event.id,
    value: context.eventMarks.sign(event),
    maxAgeSeconds: KEPT_SECONDS,
  })
}

/** Checks the access code of an event. Returns the cookie that unlocks the event in this browser. */
export async function unlockEvent(
  context: Context,
  ask: { site: Site; idOrSlug: string; code: string; address: string },
): Promise<Result<SetCookie, 'NOT_FOUND' | 'EVENT_CODE_WRONG' | 'RATE_LIMITED'>> {
  const { site, idOrSlug, code, address } = ask
  const row = await findEventRow(context.db, { scope: scopeOf(site), idOrSlug })
  return row?.visibility === 'code' ? tryCode(context, row, { code, address }) : fail('NOT_FOUND')
}
