import { randomUUID } from 'node:crypto'
import type { restoreAccountEmail as contract } from '#contracts/operator/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { listUndoTokens } from '#server/people/emails/account-token-rows.ts'
import { accountMailSite } from '#server/people/emails/mail-site.ts'
import { randomToken } from '#server/people/emails/random-token.ts'
import { restoreEmail } from '#server/people/emails/undo-email-change.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { runAccountAction } from './run-account-action.ts'

/**
 * Undoes a change of the account's email address, like the link in the email about the change. Sets a random
 * password, and emails the owner a link to choose one.
 */
export const restoreAccountEmail: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { email } = call.body
  const hashed = await context.passwords.hash(randomToken())
  if (!hashed.success) return hashed
  return runAccountAction(context, call, {
    kind: 'change sign-in',
    action: 'email_restored',
    rules: { accounts_one_owner_per_email: 'LINK_INVALID' },
    change: async (trx, { id: accountId, now }) => {
      const token = (await listUndoTokens(trx, { accountId, now })).find((each) => each.email === email)
      if (!token) return fail('LINK_INVALID')
      const restored = await restoreEmail(context, trx, { token, passwordHash: hashed.data })
      if (!restored.success) return restored
      const mail = {
        kind: 'reset_password',
        fact: `reset_password:${randomUUID()}`,
        payload: { email },
      } as const
      await writeMails(trx, [{ ...mail, ...accountMailSite(context, call) }], now)
      return 'changed'
    },
  })
}
