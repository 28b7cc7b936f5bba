import * as z from 'zod/mini'
import type { PasskeyAssertion, PasskeyAttestation } from '#contracts/account/second-factors.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { consumePasskeyChallenge, insertPasskeyChallenge } from './passkey-challenge-rows.ts'

/** Lifetime of a challenge in milliseconds; long enough to fetch a security key. */
const CHALLENGE_MS = 300_000

/** EdDSA, ES256 and RS256. A fixed list, so that all nodes offer the same algorithms with any Node version. */
const ALGORITHMS = [-8, -7, -257]

/**
 * Loads the WebAuthn library on first use, because the module loads slowly and prints warnings on some Node versions.
 */
const loadWebAuthn = () => import('@simplewebauthn/server')

/**
 * False for hosts without a site, because anyone can point a domain at Foyer and could collect the passkeys that
 * visitors create there.
 */
export const canHavePasskeys = (site: Site): boolean => site.kind !== 'unknown'

export async function createRegistrationOptions(
  context: Context,
  request: {
    site: Site
    account: { id: string; email: string; name: string }
    known: readonly string[]
  },
): Promise<Record<string, unknown>> {
  const { site, account, known } = request
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: site.settings.siteName,
    rpID: site.host,
    userID: new TextEncoder().encode(account.id),
    userName: account.email,
    userDisplayName: account.name,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await remember(context, { challenge: options.challenge, accountId: account.id, host: site.host })
  return { ...options }
}

export async function createAuthenticationOptions(
  context: Context,
  site: Site,
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: site.host,
    userVerification: 'required',
    timeout: CHALLENGE_MS,
  })
  await remember(context, { challenge: options.challenge, accountId: null, host: site.host })
  return { ...options }
}

const remember = (
  context: Context,
  request: { challenge: string; accountId: string | null; host: string },
): Promise<void> =>
  insertPasskeyChallenge(context.db, { ...request, expiresAt: new Date(context.clock.now() + CHALLENGE_MS) })

interface Ceremony {
  site: Site
  origin: string
}

export async function verifyRegistration(
  context: Context,
  input: Ceremony & { accountId: string; response: PasskeyAttestation },
): Promise<{ credentialId: string; publicKey: Buffer; counter: number } | undefined> {
  const { site, origin, accountId, response } = input
  const challenge = await consumeResponseChallenge(context, { response, accountId, host: site.host })
  if (challenge === undefined || !(await isUnattested(response))) return undefined
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const verified = await orRefuse(context, () =>
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified?.verified) return undefined
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter }
}

/** Verifies a sign-in. Returns the passkey's new counter; undefined for an invalid signature. */
export async function verifyAuthentication(
  context: Context,
  input: Ceremony & {
    challenge: string
    response: PasskeyAssertion
    passkey: { publicKey: Buffer; counter: number }
  },
): Promise<number | undefined> {
  const { site, origin, challenge, response, passkey } = input
  const { userHandle: _, ...signed } = response.response
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await orRefuse(context, () =>
    verifyAuthenticationResponse({
      response: { ...response, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    }),
  )
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

const clientData = z.object({ challenge: z.string().check(z.maxLength(200)) })

/**
 * Consumes and returns the challenge of the browser's response. Undefined unless it was issued for this account and
 * host.
 */
export async function consumeResponseChallenge(
  context: Context,
  input: {
    response: PasskeyAttestation | PasskeyAssertion
    accountId: string | null
    host: string
  },
): Promise<string | undefined> {
  const said = clientData.safeParse(readClientData(input.response.response.clientDataJSON))
  if (!said.success) return undefined
  const { challenge } = said.data
  const now = new Date(context.clock.now())
  const { accountId, host } = input
  return (await consumePasskeyChallenge(context.db, { challenge, accountId, host, now }))
    ? challenge
    : undefined
}

function readClientData(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString())
  } catch {
    return undefined
  }
}

/**
 * True when the passkey has no certificate. To verify a certificate, the library would fetch a URL from it, which
 * would allow server-side request forgery.
 */
async function isUnattested({ response }: PasskeyAttestation): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
    )
    const format = decoded.get('fmt')
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

/**
 * Verifies data from the browser with the library. Returns undefined when the library throws, because it throws only
 * for invalid data.
 */
async function orRefuse<Verified>(
  context: Context,
  verify: () => Promise<Verified>,
): Promise<Verified | undefined> {
  try {
    return await verify()
  } catch (error) {
    context.log.debug({ err: error }, 'A passkey was refused')
    return undefined
  }
}
