import { hash, randomBytes } from 'node:crypto'

const CODES = 10

/** 32 letters and digits that are not confused with each other. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * Returns codes of 120 random bits, such as `abcd-efgh-ijkm-npqr-stuv-wxyz`. From 112 bits on, an unsalted hash is
 * sufficient (ASVS 6.5.2).
 */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < CODES) {
    const letters = [...randomBytes(24)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('')
    codes.add((letters.match(/.{4}/g) ?? []).join('-'))
  }
  return [...codes]
}

/** Hash as stored. Ignores case, spaces and hyphens. */
export const hashRecoveryCode = (accountId: string, code: string): Buffer =>
  hash('sha256', `${accountId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`, 'buffer')
