import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type { Client } from '#server/use-case.ts'
import { decryptTotpSecret, findTotpTimeStep } from './authenticator-codes.ts'
import { findAuthenticatorSecret, consumeTotpTimeStep } from './authenticator-rows.ts'
import { consumeLimits } from '#server/people/sessions/limits.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { consumeRecoveryCode } from './recovery-rows.ts'

/**
 * Limit of attempts. A guessed code is correct with a probability of three in a million. Known browsers are counted
 * separately, so that strangers can't lock the owner out.
 */
const TRIES: Limit = { name: 'second-factor', points: 10, seconds: 900 }
/** Limit of attempts per day. A correct code restores only its own point. */
const TRIES_A_DAY: Limit = { name: 'second-factor-day', points: 40, seconds: 86_400 }

type Refusal = 'SECOND_FACTOR_REQUIRED' | 'SECOND_FACTOR_WRONG' | 'RATE_LIMITED'

/**
 * Checks the second factor at sign-in. Succeeds when the account has no authenticator. `code`: an authenticator or
 * recovery code; each can be used once.
 */
export async function checkSecondFactor(
  context: Context,
  {
    accountId,
    code,
    client,
  }: { accountId: string; code: string | undefined; client: Pick<Client, 'cookies'> },
): Promise<Result<{ hasSecondFactor: boolean }, Refusal>> {
  const stored = await findAuthenticatorSecret(context.db, accountId)
  if (stored === undefined) return succeed({ hasSecondFactor: false })
  if (code === undefined) return fail('SECOND_FACTOR_REQUIRED')
  // The attempt is counted before the code is checked, so that parallel requests can't bypass the limit.
  const key = [accountId, context.devices.find(client, accountId) ?? []].flat().join(' ')
  const limited = await consumeLimits(context, [
    [TRIES, key],
    [TRIES_A_DAY, key],
  ])
  if (limited) return limited
  if (!(await accept(context, { accountId, stored, code }))) return fail('SECOND_FACTOR_WRONG')
  await context.limits.clear(TRIES, key)
  await context.limits.restore(TRIES_A_DAY, key)
  return succeed({ hasSecondFactor: true })
}

async function accept(
  context: Context,
  { accountId, stored, code }: { accountId: string; stored: string; code: string },
): Promise<boolean> {
  const now = context.clock.now()
  const digits = code.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    const step = findTotpTimeStep(decryptTotpSecret(context, { accountId, stored }), digits, now)
    return step !== undefined && consumeTotpTimeStep(context.db, { accountId, secret: stored, step })
  }
  const codeHash = hashRecoveryCode(accountId, code)
  return consumeRecoveryCode(context.db, { accountId, codeHash, now: new Date(now) })
}
