import type { BankAccount, BankAccountsView } from '#contracts/console/bank-accounts.ts'
import { maskAccountNumber } from '#model/money/bank-accounts.ts'
import type { Db } from '#server/platform/db/query.ts'
import { findPayoutHoldSince, listBankAccountRows, type BankAccountRow } from './bank-account-rows.ts'

export async function viewBankAccounts(
  db: Db,
  find: { promoterId: string; now: Date },
): Promise<BankAccountsView> {
  const [rows, since] = await Promise.all([
    listBankAccountRows(db, find),
    findPayoutHoldSince(db, find.promoterId),
  ])
  return { bankAccounts: rows.map(viewRow), holdSince: since?.toISOString() ?? null }
}

const viewRow = (row: BankAccountRow): BankAccount => ({
  id: row.id,
  currency: row.currency,
  holder: row.holder,
  country: row.country,
  scheme: row.scheme,
  number: maskAccountNumber(row.lastFour),
  routingNumber: row.routingNumber,
  bic: row.bic,
  changedAt: row.changedAt.toISOString(),
  usableAt: row.usableAt.toISOString(),
  state: row.isNewest ? (row.isInUse ? 'in_use' : 'waiting') : 'replaced',
})

/**
 * Bank details for the audit log: the last digits instead of the full number, and the time of the change, which
 * distinguishes numbers with the same last digits.
 */
export const auditedBankAccount = (
  row: Pick<BankAccountRow, 'holder' | 'country' | 'lastFour' | 'bic' | 'routingNumber' | 'changedAt'>,
): Readonly<Record<string, unknown>> => ({
  holder: row.holder,
  country: row.country,
  number: maskAccountNumber(row.lastFour),
  bic: row.bic,
  routingNumber: row.routingNumber,
  enteredAt: row.changedAt.toISOString(),
})
