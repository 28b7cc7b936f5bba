import { EVENT_CODE_COOKIE } from '#contracts/platform/cookies.ts'
import { fail } from '#contracts/platform/errors.ts'
import { siteScopeOf, type Site } from '#model/sites/sites.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { SetCookie } from '#server/use-case.ts'
import { compareCodes } from './code-guesses.ts'
import {
  isEqualConstantTime,
  normalizeCode,
  type EventWithCode,
} from '#server/catalog/listings/event-unlock-signer.ts'
import { findEventRow } from '#server/catalog/listings/event-rows.ts'

const KEPT_SECONDS = 30 * 86_400

export function isEventLocked(
  { eventUnlockSigner }: Pick<Context, 'eventUnlockSigner'>,
  event: EventWithCode,
  cookies: Readonly<Record<string, string>> = {},
): boolean {
  if (event.visibility !== 'code') return false
  return !eventUnlockSigner.isValid(event, cookies[EVENT_CODE_COOKIE + event.id] ?? '')
}

async function tryCode(
  context: Context,
  event: EventWithCode,
  { code, address }: { code: string; address: string },
): Promise<Result<SetCookie, 'EVENT_CODE_WRONG' | 'RATE_LIMITED'>> {
  const isRight = isEqualConstantTime(normalizeCode(code), normalizeCode(event.access_code))
  const guessed = await compareCodes(
    context,
    { kind: 'event_code', subjectId: event.id, address },
    async () => ({
      matches: isRight ? 1 : 0,
      found: isRight,
    }),
  )
  if (!guessed.success) return guessed
  if (!guessed.data) return fail('EVENT_CODE_WRONG')
  return succeed({
    name: EVENT_CODE_COOKIE + event.id,
    value: context.eventUnlockSigner.sign(event),
    maxAgeSeconds: KEPT_SECONDS,
  })
}

/** Checks the access code of an event. Returns the cookie that unlocks the event in this browser. */
export async function unlockEvent(
  context: Context,
  request: { site: Site; idOrSlug: string; code: string; address: string },
): Promise<Result<SetCookie, 'NOT_FOUND' | 'EVENT_CODE_WRONG' | 'RATE_LIMITED'>> {
  const { site, idOrSlug, code, address } = request
  const row = await findEventRow(context.db, { scope: siteScopeOf(site), idOrSlug })
  return row?.visibility === 'code' ? tryCode(context, row, { code, address }) : fail('NOT_FOUND')
}
