import { randomBytes } from 'node:crypto'
import { PROMO_ALPHABET } from '#model/pricing/promo-guessing.ts'

/** Returns the prefix followed by random characters from an alphabet of 32; each uses five bits of a random byte. */
export const randomPromoCode = (prefix: string, length: number): string =>
  prefix + Array.from(randomBytes(length), (byte) => PROMO_ALPHABET[byte % PROMO_ALPHABET.length]).join('')
