import { randomUUID } from 'node:crypto'
import type { changeBankAccount as contract } from '#contracts/console/bank-accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { BANK_ACCOUNT_WAIT_MS, lastFour } from '#model/money/bank-accounts.ts'
import { succeed } from '#model/platform/result.ts'
import { isStillAuthorised } from '#server/people/promoters/authority-rows.ts'
import { lockPromoter } from '#server/people/promoters/settings-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { insertBankAccount, listBankAccountRows, type BankAccountRow } from './bank-account-rows.ts'
import { checkBankAccount, type CheckedBankAccount } from './check-bank-account.ts'
import { notifyOwnersOfBankAccount } from './notify-owners.ts'
import { secondFactorRefusal } from './second-factor.ts'
import { auditedBankAccount, viewBankAccounts } from './view-bank-accounts.ts'
import { listOwnerIds } from '#server/people/accounts/membership-rows.ts'

/** Limits changes, because each one emails all owners. */
const CHANGES: Limit = { name: 'bank_account_changes', points: 20, seconds: 86_400 }

export const changeBankAccount: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body } = call
  const refused = await secondFactorRefusal(context, call)
  if (refused) return refused
  const checked = checkBankAccount(body)
  if (!checked.success) return checked
  const limited = await context.limits.consume(CHANGES, promoterId)
  if (limited) return limited
  const time = context.clock.now()
  const now = new Date(time)
  return transact(context.db, async (trx) => {
    await lockPromoter(trx, promoterId)
    if (!(await isStillAuthorised(trx, call, 'bank'))) return fail('FORBIDDEN')
    const rows = await listBankAccountRows(trx, { promoterId, now })
    const before = rows.find((row) => row.currency === body.currency && row.isNewest)
    const numberOf = (row: BankAccountRow): string =>
      context.encryption.decrypt(row.number, { table: 'bank_accounts', id: row.id }).toString()
    const given = { ...checked.data, holder: body.holder }
    if (!before || !isSame(given, { ...before, number: numberOf(before) })) {
      const id = randomUUID()
      const ownerIds = await listOwnerIds(trx, promoterId)
      const row = {
        ...given,
        id,
        promoterId,
        currency: body.currency,
        number: context.encryption.encrypt(given.number, { table: 'bank_accounts', id }),
        lastFour: lastFour(given.number),
        changedAt: now,
        changedBy: actor.accountId,
        ownerIds,
        usableAt: new Date(time + BANK_ACCOUNT_WAIT_MS),
      }
      await insertBankAccount(trx, row)
      const states = { before: before && auditedBankAccount(before), after: auditedBankAccount(row) }
      const subject = { id, name: body.currency }
      await recordChange(trx, { promoterId, actor, action: 'bank_account.changed', subject, ...states }, now)
      await notifyOwnersOfBankAccount(
        trx,
        { promoterId, ownerIds: [...ownerIds, ...(before?.ownerIds ?? [])], now },
        {
          kind: 'bank_account_changed',
          bankAccountId: id,
        },
      )
    }
    return succeed(await viewBankAccounts(trx, { promoterId, now }))
  })
}

const isSame = (
  one: CheckedBankAccount & { holder: string },
  other: CheckedBankAccount & { holder: string },
): boolean =>
  (['scheme', 'number', 'routingNumber', 'bic', 'holder'] as const).every((name) => one[name] === other[name])
