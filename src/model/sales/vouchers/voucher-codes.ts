import * as z from 'zod/mini'
import { BASE32_ALPHABET } from '#model/sales/door/base32.ts'

export const VOUCHER_CODE_LENGTH = 16
const GROUP = 4

/** Letters that aren't in the alphabet, with the characters that they are read as. */
const READ_AS: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0', U: 'V' }

/** Returns the 16 characters of a typed code. Undefined when it can't be a code. */
export function readVoucherCode(typed: string): string | undefined {
  const code = Array.from(
    typed.toUpperCase().replaceAll(/[\s-]/g, ''),
    (letter) => READ_AS[letter] ?? letter,
  ).join('')
  const isCode =
    code.length === VOUCHER_CODE_LENGTH && Array.from(code).every((each) => BASE32_ALPHABET.includes(each))
  return isCode ? code : undefined
}

/** Formats a code as `ABCD-EFGH-JKMN-PQRS`. */
export const formatVoucherCode = (code: string): string =>
  Array.from({ length: code.length / GROUP }, (_, at) => code.slice(at * GROUP, (at + 1) * GROUP)).join('-')

/** Last characters of a code, which identify a voucher without revealing its code. */
export const voucherCodeEnd = (code: string): string => code.slice(-GROUP)

export const voucherCode = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter the code of your voucher.'), z.maxLength(64))
