import { randomBytes } from 'node:crypto'
import { PROMO_ALPHABET } from '#model/pricing/promo-guessing.ts'

/** Generates a code: the prefix and random characters from 32, five bits of a random byte each. */
export const randomPromoCode = (prefix: string, length: number): string =>
  prefix + Array.from(randomBytes(length), (byte) => PROMO_ALPHABET[byte % PROMO_ALPHABET.length]).join('')
