import { hash, randomBytes } from 'node:crypto'

/** How many an account has at a time. */
const CODES = 10

/** 32 letters and digits that nobody takes for one another. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 40 random bits each, written like `abcd-efgh`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < CODES) {
    const letters = [...randomBytes(8)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('')
    codes.add(`${letters.slice(0, 4)}-${letters.slice(4)}`)
  }
  return [...codes]
}

/** As it is stored. Capitals, spaces and the hyphen make no difference. */
export const hashRecoveryCode = (accountId: string, code: string): Buffer =>
  hash('sha256', `${accountId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`, 'buffer')
