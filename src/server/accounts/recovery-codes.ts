import { hash, randomBytes } from 'node:crypto'

/** How many an account has at a time. */
const CODES = 10

/** 32 letters and digits that nobody takes for one another. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * 120 random bits each, written like `abcd-efgh-ijkm-npqr-stuv-wxyz`: from 112 on a plain hash is enough (ASVS 6.5.2). One of fewer could be
 * undone by trying them all.
 */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < CODES) {
    const letters = [...randomBytes(24)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('')
    codes.add((letters.match(/.{4}/g) ?? []).join('-'))
  }
  return [...codes]
}

/** As it is stored. Capitals, spaces and the hyphen make no difference. */
export const hashRecoveryCode = (accountId: string, code: string): Buffer =>
  hash('sha256', `${accountId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`, 'buffer')
