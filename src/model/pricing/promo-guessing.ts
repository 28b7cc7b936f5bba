/** Alphabet of random codes, without the ambiguous 0, O, 1 and I. Each character has five bits. */
export const PROMO_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const BITS_EACH = 5
const SAFE_BITS = 40

/**
 * Returns a warning when codes have less than 40 bits of randomness and can therefore be guessed. Undefined
 * otherwise.
 */
export function guessableCodesWarning(length: number, count: number): string | undefined {
  if (length * BITS_EACH >= SAFE_BITS) return undefined
  const tries = Math.max(1, Math.round(2 ** (length * BITS_EACH) / Math.max(1, count)))
  return `One in ${tries.toLocaleString('en')} guesses finds one of these codes. With ${SAFE_BITS / BITS_EACH} random characters they can’t be guessed.`
}
