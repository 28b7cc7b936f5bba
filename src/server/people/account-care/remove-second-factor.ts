import type {
  cancelFactorRemovals as cancelContract,
  requestFactorRemoval as contract,
} from '#contracts/operator/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { RemovableFactor } from '#model/people/account-actions.ts'
import type { Context } from '#server/context.ts'
import { accountMailSite } from '#server/people/emails/mail-site.ts'
import { insertFactorRemoval, removalMailFact } from '#server/people/factor-removals/factor-removal-rows.ts'
import { cancelFactorRemovalsAndNotify } from '#server/people/factor-removals/cancel-factor-removals.ts'
import { readSecurityState } from '#server/people/second-factors/second-factor-rows.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { runAccountAction } from './run-account-action.ts'

/**
 * Emails the owner that a second factor will be removed. The waiting time starts when the mail server has accepted
 * the email, because the owner can't object before reading it.
 */
export const requestFactorRemoval: UseCase<typeof contract, AccountCall> = (context, call) => {
  const { factor } = call.body
  return runAccountAction(context, call, {
    kind: 'change sign-in',
    action: 'factor_removal_requested',
    details: { factor },
    mailsOwner: true,
    change: async (trx, { id: accountId, emailVerifiedAt, now }) => {
      if (!emailVerifiedAt) return fail('EMAIL_NOT_VERIFIED')
      if (!(await hasFactor(trx, accountId, factor))) return fail('FACTOR_MISSING')
      const removalId = await insertFactorRemoval(trx, {
        accountId,
        factor,
        operatorId: call.account.id,
        now,
      })
      if (removalId === undefined) return 'unchanged'
      const mail = {
        kind: 'factor_removal',
        fact: removalMailFact(removalId),
        payload: { accountId, removalId },
      } as const
      await writeMails(trx, [{ ...mail, ...accountMailSite(context, call) }], now)
      return 'changed'
    },
  })
}

async function hasFactor(db: Context['db'], accountId: string, factor: RemovableFactor): Promise<boolean> {
  const { passkeys, authenticator } = await readSecurityState(db, accountId)
  return factor === 'passkeys' ? passkeys.length > 0 : authenticator.isOn
}

export const cancelFactorRemovals: UseCase<typeof cancelContract, AccountCall> = (context, call) =>
  runAccountAction(context, call, {
    kind: 'stop',
    action: 'factor_kept',
    mailsOwner: true,
    change: async (trx, { id: accountId, now }) =>
      (await cancelFactorRemovalsAndNotify(trx, { accountId, now, ...accountMailSite(context, call) }))
        ? 'changed'
        : 'unchanged',
  })
