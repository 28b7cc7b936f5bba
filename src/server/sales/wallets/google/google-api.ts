import { SignJWT } from 'jose'
import { FetchError, ofetch } from 'ofetch'
import * as z from 'zod/mini'
import type { Clock } from '#server/context.ts'
import type { GoogleCredentials } from './google-credentials.ts'

/**
 * Google's Wallet API, authenticated with the configured service account. Calls reject when Google doesn't respond or
 * returns an error.
 */
export interface GoogleApi {
  /** Creates or updates the class or object with this id. */
  put: (kind: 'eventTicketClass' | 'eventTicketObject', body: { id: string }) => Promise<void>
  /** Signs a JSON Web Token as the service account, issued now. */
  sign: (claims: Record<string, unknown>) => Promise<string>
}

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const TOKEN_SECONDS = 3600
const PATIENCE_MS = 10_000
/** An access token is renewed this number of milliseconds before it expires. */
const RENEWED_MS = 60_000

const accessToken = z.object({ access_token: z.string(), expires_in: z.number() })

export function createGoogleApi(
  { account, key, tokenUrl }: GoogleCredentials,
  { apiUrl, clock }: { apiUrl: string; clock: Clock },
): GoogleApi {
  const secondsNow = (): number => Math.floor(clock.now() / 1000)
  const sign: GoogleApi['sign'] = (claims) =>
    new SignJWT({ iss: account, iat: secondsNow(), ...claims })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .sign(key)
  let token: { value: string; endsAt: number } | undefined
  const readToken = async (): Promise<string> => {
    if (token && token.endsAt - RENEWED_MS > clock.now()) return token.value
    const assertion = await sign({ scope: SCOPE, aud: tokenUrl, exp: secondsNow() + TOKEN_SECONDS })
    const { access_token: value, expires_in: seconds } = await fetchToken(tokenUrl, assertion)
    token = { value, endsAt: clock.now() + seconds * 1000 }
    return value
  }
  const call = async (method: 'POST' | 'PATCH', path: string, body: { id: string }): Promise<void> => {
    const headers = { authorization: `Bearer ${await readToken()}` }
    const url = `${apiUrl}/walletobjects/v1/${path}`
    await ofetch(url, { method, body, headers, timeout: PATIENCE_MS, retry: 0 })
  }
  return {
    sign,
    put: async (kind, body) => {
      try {
        await call('POST', kind, body)
      } catch (error) {
        if (!(error instanceof FetchError) || error.status !== CONFLICT) throw error
        await call('PATCH', `${kind}/${encodeURIComponent(body.id)}`, body)
      }
    },
  }
}

/** HTTP status if the id already exists. */
const CONFLICT = 409

async function fetchToken(url: string, assertion: string): Promise<z.infer<typeof accessToken>> {
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  return accessToken.parse(
    await ofetch<unknown>(url, { method: 'POST', body, timeout: PATIENCE_MS, retry: 0 }),
  )
}
