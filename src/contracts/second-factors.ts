import * as z from 'zod/mini'
import { reference } from '#model/bounds.ts'
import { customer, enteredPassword } from '#model/accounts.ts'
import { secondFactorCode } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** What the browser's WebAuthn call takes: JSON as @simplewebauthn makes it. */
const webAuthnOptions = z.record(z.string(), z.unknown())

const base64url = z.string().check(z.maxLength(20_000), z.regex(/^[\w-]+$/))
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
}

/** A new passkey as the browser hands it over; what else it says is not listened to. */
const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
  }),
})
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>

/** A challenge that a passkey has signed. */
const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    /** The account, as it was named when the passkey was made. */
    userHandle: z.nullish(base64url),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

export const passkeySummary = z.object({
  id: z.string(),
  name: z.string(),
  /** The only host that it signs in on. */
  host: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type PasskeySummary = z.infer<typeof passkeySummary>

/** How an account is guarded. Passkeys are those of every host. */
export const securityState = z.object({
  passkeys: z.array(passkeySummary),
  authenticator: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
})
export type SecurityState = z.infer<typeof securityState>

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/auth/customer/security',
  access: 'account',
  data: securityState,
  errors: [],
})

export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/api/auth/customer/passkeys/options',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: z.object({ options: webAuthnOptions }),
  errors: ['PASSWORD_WRONG', 'PASSKEYS_FULL', 'PASSKEY_REFUSED', 'SECOND_FACTOR_FIRST', 'RATE_LIMITED'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/customer/passkeys',
  access: 'account',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1, 'Give the passkey a name.'), z.maxLength(60)),
    response: passkeyAttestation,
  }),
  allowsUnknownFields: true,
  maxBodyBytes: 64 * 1024,
  data: securityState,
  status: 201,
  errors: ['PASSKEY_REFUSED', 'PASSKEYS_FULL', 'SECOND_FACTOR_FIRST'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/customer/passkeys/{id}',
  access: 'account',
  params: z.object({ id: reference }),
  body: z.object({ password: enteredPassword }),
  data: securityState,
  errors: ['NOT_FOUND', 'PASSWORD_WRONG', 'SECOND_FACTOR_FIRST', 'RATE_LIMITED'],
})

/** The same options for everybody: the passkey itself says whose it is. */
export const passkeyLoginOptions = endpoint({
  method: 'POST',
  path: '/api/auth/customer/login/passkey/options',
  access: 'anyone',
  data: z.object({ options: webAuthnOptions }),
  errors: ['PASSKEY_REFUSED', 'RATE_LIMITED'],
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/customer/login/passkey',
  access: 'anyone',
  body: z.object({ response: passkeyAssertion }),
  allowsUnknownFields: true,
  maxBodyBytes: 64 * 1024,
  data: z.object({ customer, staff: customer.shape.staff, accessToken: z.string() }),
  errors: ['PASSKEY_REFUSED', 'RATE_LIMITED'],
})

/** A secret for the app. Nothing is on until its first code has been entered; one that is on stays so until then. */
export const startAuthenticator = endpoint({
  method: 'POST',
  path: '/api/auth/customer/authenticator',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: z.object({
    secret: z.string(),
    /** otpauth:// address, as the QR code holds it. */
    address: z.string(),
    /** The QR code as the path of an SVG, `size` units wide, without the quiet zone of 4 units that belongs around it. */
    qr: z.object({ path: z.string(), size: z.int() }),
  }),
  errors: ['PASSWORD_WRONG', 'SECOND_FACTOR_FIRST', 'RATE_LIMITED'],
})

/**
 * Turns it on. The recovery codes are told this once. This session has a second factor from now on (what its access token
 * says follows with the next refresh); every other that has none ends.
 */
export const confirmAuthenticator = endpoint({
  method: 'POST',
  path: '/api/auth/customer/authenticator/confirm',
  access: 'account',
  body: z.object({ code: secondFactorCode }),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['SECOND_FACTOR_WRONG', 'SECOND_FACTOR_FIRST', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const removeAuthenticator = endpoint({
  method: 'DELETE',
  path: '/api/auth/customer/authenticator',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: securityState,
  errors: ['PASSWORD_WRONG', 'SECOND_FACTOR_FIRST', 'RATE_LIMITED'],
})

/** New codes; the old ones stop working. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/customer/authenticator/recovery-codes',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['PASSWORD_WRONG', 'SECOND_FACTOR_FIRST', 'NOT_FOUND', 'RATE_LIMITED'],
})
