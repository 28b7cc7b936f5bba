import * as z from 'zod/mini'
import { REMOVABLE_FACTORS } from '#model/people/account-actions.ts'
import { reference } from '#model/platform/bounds.ts'
import { customer, enteredPassword } from '#model/people/accounts.ts'
import { secondFactorCode } from '#contracts/platform/accounts.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { nothing } from '#contracts/platform/nothing.ts'

/** Options for the browser's WebAuthn call, in the JSON format of @simplewebauthn. */
const webAuthnOptions = z.record(z.string(), z.unknown())

const base64url = z.string().check(z.maxLength(20_000), z.regex(/^[\w-]+$/))
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
}

const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
  }),
})
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>

const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.nullish(base64url),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

export const passkeySummary = z.object({
  id: z.string(),
  name: z.string(),
  /** Passkeys work only on the host that they were created on. */
  host: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type PasskeySummary = z.infer<typeof passkeySummary>

export const securityState = z.object({
  passkeys: z.array(passkeySummary),
  authenticator: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
  /**
   * Scheduled removals of second factors, requested from an operator. `dueAt` is null until the account's owner was
   * emailed about the removal.
   */
  removals: z.array(
    z.object({ factor: z.enum(REMOVABLE_FACTORS), requestedAt: z.string(), dueAt: z.nullable(z.string()) }),
  ),
})
export type SecurityState = z.infer<typeof securityState>

export const getSecurity = endpoint({
  description: "Returns the account's passkeys, and whether an authenticator app is enabled.",
  method: 'GET',
  path: '/api/auth/customer/security',
  access: 'account',
  data: securityState,
})

export const createPasskeyRegistrationOptions = endpoint({
  description: 'Returns WebAuthn options for creating a passkey.',
  method: 'POST',
  path: '/api/auth/customer/passkeys/options',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: z.object({ options: webAuthnOptions }),
  errors: ['PASSWORD_WRONG', 'PASSKEYS_FULL', 'PASSKEY_REFUSED', 'SECOND_FACTOR_FIRST', 'RATE_LIMITED'],
})

export const addPasskey = endpoint({
  description:
    "Adds a passkey, with the response of the browser's WebAuthn call. This session now counts as " +
    'two-factor.',
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
  description: 'Deletes a passkey.',
  method: 'DELETE',
  path: '/api/auth/customer/passkeys/{id}',
  access: 'account',
  params: z.object({ id: reference }),
  body: z.object({ password: enteredPassword }),
  data: securityState,
  errors: ['NOT_FOUND', 'PASSWORD_WRONG', 'SECOND_FACTOR_FIRST', 'RATE_LIMITED'],
})

export const createPasskeyAuthenticationOptions = endpoint({
  description: 'Returns WebAuthn options for signing in. They are the same for every account.',
  method: 'POST',
  path: '/api/auth/customer/login/passkey/options',
  access: 'anyone',
  data: z.object({ options: webAuthnOptions }),
  errors: ['PASSKEY_REFUSED', 'RATE_LIMITED'],
})

export const passkeyLogin = endpoint({
  description: "Signs in with a passkey, with the response of the browser's WebAuthn call.",
  method: 'POST',
  path: '/api/auth/customer/login/passkey',
  access: 'anyone',
  body: z.object({ response: passkeyAssertion }),
  allowsUnknownFields: true,
  maxBodyBytes: 64 * 1024,
  data: z.object({ customer, staff: customer.shape.staff, accessToken: z.string() }),
  errors: ['PASSKEY_REFUSED', 'RATE_LIMITED'],
})

export const startAuthenticator = endpoint({
  description:
    'Creates a secret for an authenticator app. The app is enabled once its first code is confirmed; an ' +
    'existing one stays enabled until then.',
  method: 'POST',
  path: '/api/auth/customer/authenticator',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: z.object({
    secret: z.string(),
    address: z.string(),
    /** QR code as an SVG path, without the 4-module margin. Unit: one module; `size` modules wide. */
    qr: z.object({ path: z.string(), size: z.int() }),
  }),
  errors: ['PASSWORD_WRONG', 'SECOND_FACTOR_FIRST', 'RATE_LIMITED'],
})

export const confirmAuthenticator = endpoint({
  description:
    'Enables the authenticator app with its first code. Recovery codes are returned only here. This ' +
    'session now counts as two-factor (its access token from the next refresh); other sessions without a ' +
    'second factor end.',
  method: 'POST',
  path: '/api/auth/customer/authenticator/confirm',
  access: 'account',
  body: z.object({ code: secondFactorCode }),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['SECOND_FACTOR_WRONG', 'SECOND_FACTOR_FIRST', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const removeAuthenticator = endpoint({
  description: 'Disables the authenticator app and deletes the recovery codes.',
  method: 'DELETE',
  path: '/api/auth/customer/authenticator',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: securityState,
  errors: ['PASSWORD_WRONG', 'SECOND_FACTOR_FIRST', 'RATE_LIMITED'],
})

export const renewRecoveryCodes = endpoint({
  description: 'Creates new recovery codes. The previous ones stop working.',
  method: 'POST',
  path: '/api/auth/customer/authenticator/recovery-codes',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['PASSWORD_WRONG', 'SECOND_FACTOR_FIRST', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const keepSecondFactors = endpoint({
  description:
    'Cancels the removal of second factors that was requested from an operator, with the token from the email about it.',
  method: 'POST',
  path: '/api/public/auth/customer/keep-second-factors',
  access: 'anyone',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  data: nothing,
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})

export const keepOwnSecondFactors = endpoint({
  description: 'Cancels the removal of the account’s second factors that was requested from an operator.',
  method: 'POST',
  path: '/api/auth/customer/keep-second-factors',
  access: 'account',
  data: securityState,
})
