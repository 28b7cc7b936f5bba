import { fail } from '#contracts/platform/errors.ts'
import type { confirmAuthenticator as contract } from '#contracts/account/second-factors.ts'
import { succeed } from '#model/platform/result.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { decryptTotpSecret, findTotpTimeStep } from './authenticator-codes.ts'
import { lockAuthenticator, turnOnAuthenticator } from './authenticator-rows.ts'
import { lockForFactorChange } from './factor-change.ts'
import { notifyFactorChange } from './notify-factor-change.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { replaceRecoveryCodes } from './recovery-rows.ts'
import { endSessionsWithoutSecondFactor, setSecondFactorUsed } from './second-factor-rows.ts'

const TRIES: Limit = { name: 'confirm-authenticator', points: 10, seconds: 900 }

export const confirmAuthenticator: UseCase<typeof contract, AccountCall> = async (
  context,
  { account, body, client, site },
) => {
  const limited = await context.limits.consume(TRIES, account.id)
  if (limited) return limited
  const accountId = account.id
  const now = new Date(context.clock.now())
  const confirmed = await transact(context.db, async (trx) => {
    const refused = await lockForFactorChange(trx, { account, now })
    if (refused) return refused
    const stored = (await lockAuthenticator(trx, accountId))?.next_secret
    if (!stored) return fail('NOT_FOUND')
    const secret = decryptTotpSecret(context, { accountId, stored })
    const step = findTotpTimeStep(secret, body.code.replaceAll(/\s/g, ''), context.clock.now())
    if (step === undefined) return fail('SECOND_FACTOR_WRONG')
    const recoveryCodes = newRecoveryCodes()
    await turnOnAuthenticator(trx, { accountId, step, now })
    await replaceRecoveryCodes(trx, {
      accountId,
      hashes: recoveryCodes.map((code) => hashRecoveryCode(accountId, code)),
    })
    await setSecondFactorUsed(trx, account.sessionId)
    await endSessionsWithoutSecondFactor(trx, { accountId, now })
    await notifyFactorChange(context, trx, { account, client, site, change: 'authenticator_added' })
    return succeed({ recoveryCodes })
  })
  if (confirmed.success) await context.limits.clear(TRIES, accountId)
  return confirmed
}
