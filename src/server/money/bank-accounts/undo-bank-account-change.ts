import type { undoBankAccountChange as contract } from '#contracts/console/bank-accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { maskAccountNumber } from '#model/money/bank-accounts.ts'
import { succeed } from '#model/platform/result.ts'
import { listOwnerIds } from '#server/people/accounts/membership-rows.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import { lockPromoter } from '#server/people/promoters/settings-rows.ts'
import { ACCOUNT_LIMITS, clientNetworkOf } from '#server/people/sessions/limits.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import {
  findBankAccountLink,
  findChangedBankAccount,
  insertPayoutHold,
  listBankAccountRows,
  undoBankAccountChanges,
} from './bank-account-rows.ts'
import { notifyOwnersOfBankAccount } from './notify-owners.ts'
import { auditedBankAccount } from './view-bank-accounts.ts'

/**
 * Undoes a change of bank details, and puts the promoter's payouts on hold, because the person who made the change may still
 * be an owner.
 */
export const undoBankAccountChange: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const limited = await context.limits.consume(
    ACCOUNT_LIMITS.linkOfNetwork,
    clientNetworkOf(call.client.address),
  )
  if (limited) return limited
  const now = new Date(context.clock.now())
  const find = { tokenHash: hashToken(call.body.token), now }
  const link = await findBankAccountLink(context.db, find)
  const change = link && (await findChangedBankAccount(context.db, link.bankAccountId))
  if (!link || !change) return fail('LINK_INVALID')
  const { promoterId, bankAccountId: id, accountId } = link
  return transact(context.db, async (trx) => {
    await lockPromoter(trx, promoterId)
    const rowsBefore = await listBankAccountRows(trx, { promoterId, now })
    if (
      !(await findBankAccountLink(trx, find)) ||
      !(await undoBankAccountChanges(trx, { promoterId, id, now }))
    )
      return fail('LINK_INVALID')
    await insertPayoutHold(trx, { promoterId, now })
    const rowsAfter = await listBankAccountRows(trx, { promoterId, now })
    const newest = (rows: typeof rowsBefore) =>
      rows.find((row) => row.currency === change.currency && row.isNewest)
    const [before, after] = [newest(rowsBefore), newest(rowsAfter)]
    await recordChange(
      trx,
      {
        promoterId,
        actor: { accountId, apiKeyId: null },
        action: 'bank_account.restored',
        subject: { id, name: change.currency },
        before: before && auditedBankAccount(before),
        after: after && auditedBankAccount(after),
      },
      now,
    )
    const ownerIds = [...(await listOwnerIds(trx, promoterId)), accountId]
    await notifyOwnersOfBankAccount(
      trx,
      { promoterId, ownerIds, now },
      { kind: 'bank_account_restored', bankAccountId: id },
    )
    return succeed({
      promoterName: change.promoterName,
      number: after ? maskAccountNumber(after.lastFour) : null,
    })
  })
}
