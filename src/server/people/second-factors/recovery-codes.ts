import { hash, randomBytes } from 'node:crypto'

const CODES = 10

/** 32 letters and digits that are not confused with each other. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * Returns codes with 120 random bits, such as `abcd-efgh-ijkm-npqr-stuv-wxyz`. Codes with at least 112 bits can be
 * hashed without salt (ASVS 6.5.2).
 */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < CODES) {
    const letters = [...randomBytes(24)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('')
    codes.add((letters.match(/.{4}/g) ?? []).join('-'))
  }
  return [...codes]
}

/** Hashes a code for storage. Ignores case, spaces and hyphens. */
export const hashRecoveryCode = (accountId: string, code: string): Buffer =>
  hash('sha256', `${accountId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`, 'buffer')
