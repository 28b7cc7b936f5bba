import * as z from 'zod/mini'
import { currency } from '#model/platform/currency.ts'

/** `iban` is an IBAN. `us` is an account number with the routing number of a bank in the United States. */
export const bankScheme = z.enum(['iban', 'us'])
export type BankScheme = z.infer<typeof bankScheme>

/** Milliseconds before new bank details are used for settlements, so that owners can undo a change before any money is sent to them. */
export const BANK_ACCOUNT_WAIT_MS = 48 * 60 * 60 * 1000

/** Milliseconds for which the emailed link can undo a change of bank details. */
export const BANK_ACCOUNT_LINK_MS = 7 * 24 * 60 * 60 * 1000

/** Maximum length of a name in ISO 20022 credit transfers (Max70Text). */
const MAX_HOLDER_LENGTH = 70

const typedNumber = z.optional(z.string().check(z.trim(), z.maxLength(50)))

export const bankAccountFields = z.object({
  currency,
  holder: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter the name of the account’s holder.'),
      z.maxLength(MAX_HOLDER_LENGTH, `Use ${MAX_HOLDER_LENGTH} characters at most.`),
    ),
  /** Either `iban`, or `accountNumber` and `routingNumber`, is given. */
  iban: typedNumber,
  accountNumber: typedNumber,
  routingNumber: typedNumber,
  bic: typedNumber,
})
export type BankAccountFields = z.infer<typeof bankAccountFields>

export const normalizeAccountNumber = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

const CHECK_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1]

export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const sum = CHECK_WEIGHTS.reduce((total, weight, at) => total + weight * Number(text.charAt(at)), 0)
  return sum > 0 && sum % 10 === 0
}

export const isUsAccountNumber = (text: string): boolean => /^\d{4,17}$/.test(text)

export const lastFour = (number: string): string => number.slice(-4)

export const maskAccountNumber = (lastFourCharacters: string): string => `•••• ${lastFourCharacters}`
