import { fail } from '#contracts/platform/errors.ts'
import type { addPasskey as contract } from '#contracts/account/second-factors.ts'
import { succeed } from '#model/platform/result.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { lockForFactorChange } from '#server/people/second-factors/factor-change.ts'
import { notifyFactorChange } from '#server/people/second-factors/notify-factor-change.ts'
import { verifyRegistration } from './passkey-ceremony.ts'
import { insertPasskey, listPasskeys } from './passkey-rows.ts'
import { setSecondFactorUsed, readSecurityState } from '#server/people/second-factors/second-factor-rows.ts'

export const MAX_PASSKEYS = 20

/**
 * Adds a passkey. A passkey counts as two factors (the device plus a fingerprint or PIN), so the session has a second
 * factor from then on.
 */
export const addPasskey: UseCase<typeof contract, AccountCall> = async (
  context,
  { account, body, client, site },
) => {
  const { response, name } = body
  const accountId = account.id
  const made = await verifyRegistration(context, { site, origin: client.origin, accountId, response })
  if (!made) return fail('PASSKEY_REFUSED')
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const refused = await lockForFactorChange(trx, { account, now })
    if (refused) return refused
    const { length } = await listPasskeys(trx, { accountId, rpId: site.host })
    if (length >= MAX_PASSKEYS) return fail('PASSKEYS_FULL')
    const isNew = await insertPasskey(trx, {
      ...made,
      accountId,
      rpId: site.host,
      name,
      now,
    })
    if (!isNew) return fail('PASSKEY_REFUSED')
    await setSecondFactorUsed(trx, account.sessionId)
    await notifyFactorChange(context, trx, { account, client, site, change: 'passkey_added' })
    return succeed(await readSecurityState(trx, accountId))
  })
}
