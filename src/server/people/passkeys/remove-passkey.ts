import { fail } from '#contracts/platform/errors.ts'
import type { removePasskey as contract } from '#contracts/account/second-factors.ts'
import { succeed } from '#model/platform/result.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { checkPassword } from '#server/people/passwords/check-password.ts'
import { lockForFactorChange } from '#server/people/second-factors/factor-change.ts'
import { notifyFactorChange } from '#server/people/second-factors/notify-factor-change.ts'
import { deletePasskey } from './passkey-rows.ts'
import { clearSecondFactorUsed, readSecurityState } from '#server/people/second-factors/second-factor-rows.ts'

export const removePasskey: UseCase<typeof contract, AccountCall> = async (
  context,
  { account, params, body, client, site },
) => {
  const accountId = account.id
  const refusal = await checkPassword(context, { accountId, password: body.password, client })
  if (refusal) return refusal
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const refused = await lockForFactorChange(trx, { account, now })
    if (refused) return refused
    if (!(await deletePasskey(trx, { credentialId: params.id, accountId }))) return fail('NOT_FOUND')
    await clearSecondFactorUsed(trx, accountId)
    await notifyFactorChange(context, trx, { account, client, site, change: 'passkey_removed' })
    return succeed(await readSecurityState(trx, accountId))
  })
}
