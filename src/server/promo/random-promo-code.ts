import { randomBytes } from 'node:crypto'
import { PROMO_LETTERS } from '#model/promo-guessing.ts'

/** So many random letters and digits behind the prefix; 32 of them, so that every byte's last five bits are one. */
export const randomPromoCode = (prefix: string, length: number): string =>
  prefix + Array.from(randomBytes(length), (byte) => PROMO_LETTERS[byte % PROMO_LETTERS.length]).join('')
