import type { BankFile } from '#contracts/operator/bank-files.ts'
import { toMajor } from '#model/platform/money.ts'
import type { BankFileRow } from './bank-file-rows.ts'

export const viewBankFile = ({ sumCents, createdAt, ...row }: BankFileRow): BankFile => ({
  ...row,
  sum: toMajor(sumCents, row.currency),
  createdAt: createdAt.toISOString(),
})
