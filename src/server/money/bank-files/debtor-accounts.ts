import type {
  changeDebtorAccount as changeContract,
  DebtorAccount,
  listDebtorAccounts as listContract,
} from '#contracts/operator/bank-files.ts'
import { fail } from '#contracts/platform/errors.ts'
import { lastFour, maskAccountNumber, normalizeAccountNumber } from '#model/money/bank-accounts.ts'
import { succeed } from '#model/platform/result.ts'
import { findBicErrors, findIbanErrors } from '#server/money/bank-accounts/check-bank-account.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  findDebtorAccount,
  listDebtorAccountRows,
  upsertDebtorAccount,
  type DebtorAccountRow,
} from './debtor-account-rows.ts'

export const listDebtorAccounts: UseCase<typeof listContract, AccountCall> = async ({ db }) =>
  succeed({ debtorAccounts: (await listDebtorAccountRows(db)).map(viewRow) })

export const changeDebtorAccount: UseCase<typeof changeContract, AccountCall> = async (context, call) => {
  const { currency, holder } = call.body
  const [iban, bic] = [normalizeAccountNumber(call.body.iban), normalizeAccountNumber(call.body.bic ?? '')]
  const errors = [...findIbanErrors(iban, currency), ...findBicErrors(bic, iban.slice(0, 2))]
  if (errors.length > 0) return fail('VALIDATION_ERROR', errors)
  const now = new Date(context.clock.now())
  const number = context.encryption.encrypt(iban, { table: 'debtor_accounts', id: currency })
  return transact(context.db, async (trx) => {
    const before = await findDebtorAccount(trx, currency)
    const row = { currency, holder, number, lastFour: lastFour(iban), bic, now }
    await upsertDebtorAccount(trx, row)
    await insertOperatorChange(trx, {
      accountId: call.account.id,
      action: 'debtor_account.changed',
      subjectId: currency,
      subject: currency,
      ...(before && { before: auditedRow(before) }),
      after: auditedRow(row),
      now,
    })
    return succeed({ debtorAccounts: (await listDebtorAccountRows(trx)).map(viewRow) })
  })
}

const viewRow = ({ lastFour: last, currency, holder, bic }: DebtorAccountRow): DebtorAccount => ({
  currency,
  holder,
  number: maskAccountNumber(last),
  bic,
})

const auditedRow = (row: DebtorAccountRow): Record<string, unknown> => ({
  holder: row.holder,
  number: maskAccountNumber(row.lastFour),
  bic: row.bic,
})
