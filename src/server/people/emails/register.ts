import type { register as contract } from '#contracts/account/sign-in.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { insertAccount } from '#server/people/accounts/account-rows.ts'
import {
  hashLimitKey,
  ACCOUNT_LIMITS,
  clientNetworkOf,
  consumeLimits,
} from '#server/people/sessions/limits.ts'
import { accountMailSite } from './mail-site.ts'
import { sessionResponse, startSession, addDeviceCookie } from '#server/people/sessions/open-session.ts'

/**
 * Creates an unverified account, even if another account has the address, so that the response doesn't reveal that.
 * The email tells the owner of the address.
 */
export const register: UseCase<typeof contract, VisitorCall> = async (context, { body, client, site }) => {
  const { email, firstName, lastName, phone } = body
  const refused = await context.passwords.refuse(body.password, {
    path: 'password',
    person: { ...body, siteName: site.settings.siteName },
  })
  if (refused) return refused
  const network = clientNetworkOf(client.address)
  const limited = await consumeLimits(context, [
    [ACCOUNT_LIMITS.registerOfNetwork, network],
    [ACCOUNT_LIMITS.registerOfNetworkAndEmail, hashLimitKey(network, email)],
  ])
  if (limited) return limited
  const hashed = await context.passwords.hash(body.password)
  if (!hashed.success) return hashed
  const mayMail = !(await context.limits.consume(
    ACCOUNT_LIMITS.mailToEmail,
    hashLimitKey('verify_email', email),
  ))
  const now = new Date(context.clock.now())
  const started = await context.db.transaction().execute(async (trx) => {
    const account = { email, passwordHash: hashed.data, firstName, lastName, phone, now }
    const accountId = await insertAccount(trx, account)
    const session = await startSession(context, trx, { accountId, hasSecondFactor: false, client })
    const mail: MailFact = {
      kind: 'verify_email',
      fact: `verify_email:${accountId}`,
      payload: { accountId },
      ...accountMailSite(context, { client, site }),
    }
    await writeMails(trx, mayMail ? [mail] : [], now)
    return { accountId, hasSecondFactor: false, ...session }
  })
  const answered = await sessionResponse(context, { ...started, client })
  // The account was deleted in the meantime: another account verified the address, or the cleanup job ran.
  if (!answered) return fail('UNAUTHENTICATED')
  const { customer, accessToken, cookies } = addDeviceCookie(context, answered, {
    client,
    accountId: started.accountId,
  })
  return { ...succeed({ customer, accessToken }), cookies }
}
