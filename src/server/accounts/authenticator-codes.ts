import { Secret, TOTP } from 'otpauth'
import type { Context } from '../context.ts'

const PERIOD_SECONDS = 30

/** What every authenticator app understands: SHA-1, six digits, half a minute. */
const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })

/** 160 bits, in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** As `authenticators` stores it. */
export const decryptSecret = (
  { encryption }: Pick<Context, 'encryption'>,
  { accountId, stored }: { accountId: string; stored: string },
): string => encryption.decrypt(stored, { table: 'authenticators', id: accountId }).toString()

/** The otpauth:// address that an app reads from the QR code. */
export const addressOf = (secret: string, names: { issuer: string; label: string }): string =>
  totpOf(secret, names).toString()

/** The time step whose code this is, one before or after now at most: clocks differ, and people type slowly. */
export function findStep(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}
