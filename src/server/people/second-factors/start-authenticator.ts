import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import type { startAuthenticator as contract } from '#contracts/account/second-factors.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { otpauthUrl, newTotpSecret } from './authenticator-codes.ts'
import { writePendingTotpSecret } from './authenticator-rows.ts'
import { checkPassword } from '#server/people/passwords/check-password.ts'
import { factorChangeRefusal } from './factor-change.ts'

/** Creates the secret of an authenticator, which is turned on when its first code is entered. */
export const startAuthenticator: UseCase<typeof contract, AccountCall> = async (
  context,
  { account, body, client, site },
) => {
  const refusal = await checkPassword(context, { accountId: account.id, password: body.password, client })
  if (refusal) return refusal
  const refused = await factorChangeRefusal(context.db, account)
  if (refused) return refused
  const secret = newTotpSecret()
  const encrypted = context.encryption.encrypt(secret, { table: 'authenticators', id: account.id })
  const now = new Date(context.clock.now())
  await writePendingTotpSecret(context.db, { accountId: account.id, secret: encrypted, now })
  const address = otpauthUrl(secret, { issuer: site.settings.siteName, label: account.email })
  const qr = generate(address)
  return succeed({ secret, address, qr: { path: toSvgPath(qr), size: qr.size } })
}
