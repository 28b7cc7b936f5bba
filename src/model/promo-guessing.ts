/** What random codes are made of: nothing that is mistaken for something else on paper (no 0, O, 1 and I). Five bits each. */
export const PROMO_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const BITS_EACH = 5
const SAFE_BITS = 40

/** Below 40 bits somebody who tries codes may find one. Undefined where nobody can. */
export function guessWarning(length: number, count: number): string | undefined {
  if (length * BITS_EACH >= SAFE_BITS) return undefined
  const tries = Math.max(1, Math.round(2 ** (length * BITS_EACH) / Math.max(1, count)))
  return `One in ${tries.toLocaleString('en')} guesses finds one of these codes. With ${SAFE_BITS / BITS_EACH} random characters they can’t be guessed.`
}
