import type { removeAuthenticator as contract } from '#contracts/account/second-factors.ts'
import { succeed } from '#model/platform/result.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { deleteAuthenticator, findAuthenticatorSecret } from './authenticator-rows.ts'
import { checkPassword } from '#server/people/passwords/check-password.ts'
import { lockForFactorChange } from './factor-change.ts'
import { notifyFactorChange } from './notify-factor-change.ts'
import { deleteRecoveryCodes } from './recovery-rows.ts'
import { clearSecondFactorUsed, readSecurityState } from './second-factor-rows.ts'

export const removeAuthenticator: UseCase<typeof contract, AccountCall> = async (
  context,
  { account, body, client, site },
) => {
  const refusal = await checkPassword(context, { accountId: account.id, password: body.password, client })
  if (refusal) return refusal
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const refused = await lockForFactorChange(trx, { account, now })
    if (refused) return refused
    const isOn = (await findAuthenticatorSecret(trx, account.id)) !== undefined
    await deleteAuthenticator(trx, account.id)
    await deleteRecoveryCodes(trx, account.id)
    await clearSecondFactorUsed(trx, account.id)
    if (isOn)
      await notifyFactorChange(context, trx, { account, client, site, change: 'authenticator_removed' })
    return succeed(await readSecurityState(trx, account.id))
  })
}
