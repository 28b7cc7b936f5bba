import { SignJWT, errors, jwtVerify } from 'jose'
import { ACCESS_TOKEN_SECONDS, accessClaims, type AccessClaims } from '#model/people/accounts.ts'
import type { Clock } from '#server/context.ts'
import type { AuthKey } from '#server/platform/encryption/auth-key-rows.ts'

/** Signs and verifies access tokens: JWT, HS256, with the claims of specification §6. */
export interface AccessTokens {
  sign: (claims: Omit<AccessClaims, 'exp' | 'iat'>) => Promise<string>
  /**
   * Verifies an access token and returns its claims. Undefined for a token that is forged, expired or issued for
   * another host.
   */
  verify: (token: string) => Promise<AccessClaims | undefined>
}

const ISSUER = 'foyer'
const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const

/** Imports the keys once, which shortens a verification from 112 to 50 µs. */
export async function createAccessTokens(
  rows: readonly [AuthKey, ...AuthKey[]],
  clock: Clock,
): Promise<AccessTokens> {
  const keys = new Map(
    await Promise.all(
      rows.map(async ({ id, secret }): Promise<[string, CryptoKey]> => [
        id,
        await crypto.subtle.importKey('raw', new Uint8Array(secret), ALGORITHM, false, ['sign', 'verify']),
      ]),
    ),
  )
  const [newest] = keys
  if (!newest) throw new Error('The database has no signing key for access tokens.')
  const [kid, signingKey] = newest
  const secondsNow = (): number => Math.floor(clock.now() / 1000)
  return {
    sign: ({ sub, sid, ...claims }) =>
      new SignJWT({ sid, ...claims })
        .setProtectedHeader({ alg: 'HS256', kid })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setSubject(sub)
        .setIssuedAt(secondsNow())
        .setExpirationTime(secondsNow() + ACCESS_TOKEN_SECONDS)
        .sign(signingKey),
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid: id = '' }) => {
            const key = keys.get(id)
            if (!key) throw new errors.JWKSNoMatchingKey()
            return key
          },
          {
            algorithms: ['HS256'],
            issuer: ISSUER,
            audience: ISSUER,
            currentDate: new Date(clock.now()),
          },
        )
        return accessClaims.safeParse(payload).data
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
