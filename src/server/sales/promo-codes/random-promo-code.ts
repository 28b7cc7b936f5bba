import { randomBytes } from 'node:crypto'
import { PROMO_ALPHABET } from '#model/pricing/promo-guessing.ts'

/** Returns the prefix and random characters. There are 32 characters, so each takes five bits of a random byte. */
export const randomPromoCode = (prefix: string, length: number): string =>
  prefix + Array.from(randomBytes(length), (byte) => PROMO_ALPHABET[byte % PROMO_ALPHABET.length]).join('')
