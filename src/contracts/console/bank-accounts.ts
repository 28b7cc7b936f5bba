import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { bankAccountFields, bankScheme } from '#model/money/bank-accounts.ts'

export const bankAccount = z.object({
  id: z.string(),
  currency: z.string(),
  holder: z.string(),
  country: z.string(),
  scheme: bankScheme,
  /** Masked: dots and the last four characters. The full number is never returned. */
  number: z.string(),
  routingNumber: z.string(),
  bic: z.string(),
  changedAt: z.string(),
  /** Time from which settlements use these details. */
  usableAt: z.string(),
  /** `waiting`: entered less than 48 hours ago, so not used yet. `replaced`: used until the waiting details become usable. */
  state: z.enum(['in_use', 'waiting', 'replaced']),
})
export type BankAccount = z.infer<typeof bankAccount>

export const bankAccountsView = z.object({
  /** All bank details, sorted by currency, then newest first. */
  bankAccounts: z.array(bankAccount),
  /** Since when settlements are on hold because a change of bank details was undone; null while they aren't. */
  holdSince: z.nullable(z.string()),
})
export type BankAccountsView = z.infer<typeof bankAccountsView>

export const listBankAccounts = endpoint({
  description:
    'Lists the bank details that settlements are paid to, one account per currency. Numbers are masked.',
  method: 'GET',
  path: '/api/promoter/bank-accounts',
  access: 'promoter',
  scope: 'payouts:read',
  data: bankAccountsView,
})

export const changeBankAccount = endpoint({
  description:
    'Sets the bank details of a currency: an IBAN, or for USD an account number with a routing number; ' +
    'EUR needs the IBAN of a SEPA country. The session must have used a second factor, else ' +
    'SECOND_FACTOR_NEEDED. All owners get an email with a link that undoes the change within 7 days. ' +
    'Settlements use the new details after 48 hours.',
  method: 'POST',
  path: '/api/promoter/bank-accounts',
  access: 'promoter',
  scope: 'bank',
  body: bankAccountFields,
  data: bankAccountsView,
  errors: ['SECOND_FACTOR_NEEDED'],
})

export const confirmBankAccounts = endpoint({
  description:
    'Confirms the bank details after a change was undone, which ends the hold on settlements. ' +
    'The session must have used a second factor, else SECOND_FACTOR_NEEDED.',
  method: 'POST',
  path: '/api/promoter/bank-accounts/confirm',
  access: 'promoter',
  scope: 'bank',
  data: bankAccountsView,
  errors: ['SECOND_FACTOR_NEEDED'],
})

export const undoBankAccountChange = endpoint({
  description:
    'Undoes a change of bank details, and later ones of the same currency, with the link emailed to the ' +
    'owners. The former details are used again, and settlements wait until an owner confirms them.',
  method: 'POST',
  path: '/api/public/bank-accounts/undo',
  access: 'anyone',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  data: z.object({
    promoterName: z.string(),
    /** Masked account number that settlements use again; null when there was none before the change. */
    number: z.nullable(z.string()),
  }),
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})
