import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { bankAccountFields } from '#model/money/bank-accounts.ts'
import { bankFileFormat, bankFileObstacle, MAX_BANK_FILE_TRANSFERS } from '#model/money/bank-files.ts'
import { cursor, reference } from '#model/platform/bounds.ts'
import { currency } from '#model/platform/currency.ts'

export const debtorAccount = z.object({
  currency: z.string(),
  holder: z.string(),
  /** Masked: dots and the last four characters. */
  number: z.string(),
  bic: z.string(),
})
export type DebtorAccount = z.infer<typeof debtorAccount>

export const listDebtorAccounts = endpoint({
  description: "Lists the platform's own bank accounts, from which settlements are paid, by currency.",
  method: 'GET',
  path: '/api/operator/debtor-accounts',
  access: 'operator',
  data: z.object({ debtorAccounts: z.array(debtorAccount) }),
})

export const changeDebtorAccount = endpoint({
  description: "Sets the platform's own bank account of a currency. New files use it.",
  method: 'POST',
  path: '/api/operator/debtor-accounts',
  access: 'operator',
  body: z.object({
    ...z.pick(bankAccountFields, { currency: true, holder: true, bic: true }).shape,
    iban: z.string().check(z.trim(), z.maxLength(50)),
  }),
  data: z.object({ debtorAccounts: z.array(debtorAccount) }),
})

export const bankFile = z.object({
  id: z.string(),
  currency: z.string(),
  format: bankFileFormat,
  transfers: z.int(),
  /** Total in major units. */
  sum: z.number(),
  /** SHA-256 of the file in hexadecimal. */
  checksum: z.string(),
  createdAt: z.string(),
  /** Name of the operator; null once the account is deleted. */
  createdBy: z.nullable(z.string()),
  /** Number of settlements in the file by status. */
  sent: z.int(),
  paid: z.int(),
  failed: z.int(),
})
export type BankFile = z.infer<typeof bankFile>

export const listBankFiles = endpoint({
  description:
    'Lists the files made for the bank, newest first. `GET /api/operator/bank-files/{id}/file` downloads one again.',
  method: 'GET',
  path: '/api/operator/bank-files',
  access: 'operator',
  query: z.object({ cursor: z.optional(cursor) }),
  data: z.object({ bankFiles: z.array(bankFile), nextCursor: z.nullable(z.string()) }),
})

const skipped = z.object({
  settlementId: z.string(),
  promoterName: z.string(),
  why: bankFileObstacle,
})
export type SkippedSettlement = z.infer<typeof skipped>

export const createBankFile = endpoint({
  description:
    'Makes a file with transfers for the bank, and moves their settlements from open to sent, at once: ' +
    'those of `settlementIds`, else all open ones by bank transfer in the currency, oldest first, up to ' +
    '1,000. Settlements that can’t be paid now are skipped and listed. BANK_FILE_EMPTY with ' +
    '`details.skipped` when none is left.',
  method: 'POST',
  path: '/api/operator/bank-files',
  access: 'operator',
  // Room for 1,000 ids.
  maxBodyBytes: 64 * 1024,
  body: z.object({
    currency,
    format: bankFileFormat,
    settlementIds: z.optional(
      z.array(reference).check(z.minLength(1, 'Choose a payout.'), z.maxLength(MAX_BANK_FILE_TRANSFERS)),
    ),
  }),
  data: z.object({ bankFile, skipped: z.array(skipped) }),
  status: 201,
  errors: ['NOT_FOUND', 'DEBTOR_ACCOUNT_MISSING', 'BANK_FILE_EMPTY'],
})

export const markBankFilePaid = endpoint({
  description: 'Marks all settlements of a file that have the status sent as paid.',
  method: 'POST',
  path: '/api/operator/bank-files/{id}/paid',
  access: 'operator',
  params: z.object({ id: reference }),
  data: z.object({ bankFile }),
  errors: ['NOT_FOUND'],
})
