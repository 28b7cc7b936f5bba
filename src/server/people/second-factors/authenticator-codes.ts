import { Secret, TOTP } from 'otpauth'
import type { Context } from '#server/context.ts'

const PERIOD_SECONDS = 30

/** Every authenticator app supports SHA-1, six digits and 30 seconds. */
const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

export const decryptTotpSecret = (
  { encryption }: Pick<Context, 'encryption'>,
  { accountId, stored }: { accountId: string; stored: string },
): string => encryption.decrypt(stored, { table: 'authenticators', id: accountId }).toString()

export const otpauthUrl = (secret: string, names: { issuer: string; label: string }): string =>
  totpOf(secret, names).toString()

/**
 * Returns the time step of a valid code: the current step, or the one before or after it. Undefined for a wrong code.
 */
export function findTotpTimeStep(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}
