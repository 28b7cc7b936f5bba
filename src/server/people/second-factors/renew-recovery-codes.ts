import { fail } from '#contracts/platform/errors.ts'
import type { renewRecoveryCodes as contract } from '#contracts/account/second-factors.ts'
import { succeed } from '#model/platform/result.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { lockAuthenticator } from './authenticator-rows.ts'
import { checkPassword } from '#server/people/passwords/check-password.ts'
import { lockForFactorChange } from './factor-change.ts'
import { notifyFactorChange } from './notify-factor-change.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { replaceRecoveryCodes } from './recovery-rows.ts'

export const renewRecoveryCodes: UseCase<typeof contract, AccountCall> = async (
  context,
  { account, body, client, site },
) => {
  const accountId = account.id
  const refusal = await checkPassword(context, { accountId, password: body.password, client })
  if (refusal) return refusal
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const refused = await lockForFactorChange(trx, { account, now })
    if (refused) return refused
    const authenticator = await lockAuthenticator(trx, accountId)
    if (!authenticator?.secret) return fail('NOT_FOUND')
    const recoveryCodes = newRecoveryCodes()
    const hashes = recoveryCodes.map((code) => hashRecoveryCode(accountId, code))
    await replaceRecoveryCodes(trx, { accountId, hashes })
    await notifyFactorChange(context, trx, { account, client, site, change: 'recovery_codes_renewed' })
    return succeed({ recoveryCodes })
  })
}
