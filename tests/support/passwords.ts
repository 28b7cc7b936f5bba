import type { PasswordCost } from '#server/people/passwords/password-hash.ts'

/** A hash of argon2id's least memory, in microseconds instead of 30 ms. */
export const QUICK_PASSWORDS: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }
