import { randomBytes } from 'node:crypto'
import { PROMO_LETTERS } from '#model/pricing/promo-guessing.ts'

/** Generates a code: the prefix and random characters from 32, five bits of a random byte each. */
export const randomPromoCode = (prefix: string, length: number): string =>
  prefix + Array.from(randomBytes(length), (byte) => PROMO_LETTERS[byte % PROMO_LETTERS.length]).join('')
