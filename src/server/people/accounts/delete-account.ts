import type { deleteAccount as contract } from '#contracts/account/accounts.ts'
import { succeed } from '#model/platform/result.ts'
import { mailSite } from '#server/people/emails/mail-site.ts'
import { checkPassword } from '#server/people/passwords/check-password.ts'
import { CLEARED_SESSION_COOKIES } from '#server/people/sessions/open-session.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { eraseAccount } from './erase-account.ts'
import { orderOwnerOf } from './list-own-orders.ts'

/** Deletes the account. Emails the owner if the address was verified, because someone else may have used the password. */
export const deleteAccount: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, body, client } = call
  const wrong = await checkPassword(context, { accountId: account.id, password: body.password, client })
  if (wrong) return wrong
  const erased = await eraseAccount(context, orderOwnerOf(account), async (trx, row) => {
    if (!row?.emailVerifiedAt) return undefined
    const fact = `account_deleted:${account.id}`
    const mail = { kind: 'account_deleted', fact, payload: { email: row.email, isByOwner: true } } as const
    await writeMails(trx, [{ ...mail, ...mailSite(context, call) }], new Date(context.clock.now()))
    return undefined
  })
  return erased.success ? { ...succeed({}), cookies: CLEARED_SESSION_COOKIES } : erased
}
