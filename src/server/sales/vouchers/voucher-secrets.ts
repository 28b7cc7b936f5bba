import { hash, randomInt } from 'node:crypto'
import { BASE32_ALPHABET } from '#model/sales/door/base32.ts'
import { VOUCHER_CODE_LENGTH } from '#model/sales/vouchers/voucher-codes.ts'

/** Returns a new code of 16 characters (80 random bits). */
export const newVoucherCode = (): string =>
  Array.from({ length: VOUCHER_CODE_LENGTH }, () => BASE32_ALPHABET[randomInt(BASE32_ALPHABET.length)]).join(
    '',
  )

/** Returns the hash by which a voucher is found. A code has too many random bits to be guessed from its hash. */
export const hashVoucherCode = (code: string): Buffer => hash('sha256', `voucher ${code}`, 'buffer')
