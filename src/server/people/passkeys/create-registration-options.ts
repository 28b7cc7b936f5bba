import { fail } from '#contracts/platform/errors.ts'
import type { createPasskeyRegistrationOptions as contract } from '#contracts/account/second-factors.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { findCustomer } from '#server/people/accounts/account-rows.ts'
import { MAX_PASSKEYS } from './add-passkey.ts'
import { checkPassword } from '#server/people/passwords/check-password.ts'
import { factorChangeRefusal } from '#server/people/second-factors/factor-change.ts'
import { canHavePasskeys, createRegistrationOptions } from './passkey-ceremony.ts'
import { listPasskeys } from './passkey-rows.ts'

export const createPasskeyRegistrationOptions: UseCase<typeof contract, AccountCall> = async (
  context,
  { account, body, client, site },
) => {
  if (!canHavePasskeys(site)) return fail('PASSKEY_REFUSED')
  const refusal = await checkPassword(context, { accountId: account.id, password: body.password, client })
  if (refusal) return refusal
  const refused = await factorChangeRefusal(context.db, account)
  if (refused) return refused
  const [customer, passkeys] = await Promise.all([
    findCustomer(context.db, account),
    listPasskeys(context.db, { accountId: account.id, rpId: site.host }),
  ])
  if (!customer) return fail('UNAUTHENTICATED')
  if (passkeys.length >= MAX_PASSKEYS) return fail('PASSKEYS_FULL')
  const { id, email, firstName, lastName } = customer
  const options = await createRegistrationOptions(context, {
    site,
    account: { id, email, name: `${firstName} ${lastName}` },
    known: passkeys.map((passkey) => passkey.id),
  })
  return succeed({ options })
}
