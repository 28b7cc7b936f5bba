import * as z from 'zod/mini'
import { customer, enteredPassword, newPassword, registration } from '#model/people/accounts.ts'
import { emailAddress } from '#model/people/people.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { secondFactorCode, signedIn } from '#contracts/platform/accounts.ts'

const domain = z.optional(z.string().check(z.maxLength(253)))
const token = z.string().check(z.minLength(1), z.maxLength(200))

/** The login response of specification §7 contains `staff` twice: next to `customer` and inside it. */
const signedInWithStaff = z.object({ customer, staff: customer.shape.staff, accessToken: z.string() })

export const login = endpoint({
  description:
    'Signs in with email and password. After SECOND_FACTOR_REQUIRED, send the same request with `code`.',
  method: 'POST',
  path: '/api/auth/customer/login',
  access: 'anyone',
  body: z.object({
    email: emailAddress,
    password: enteredPassword,
    code: z.optional(secondFactorCode),
    domain,
  }),
  allowsUnknownFields: true,
  data: signedInWithStaff,
  errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_WRONG', 'RATE_LIMITED'],
})

export const logout = endpoint({
  description: 'Ends the session of the refresh cookie or the bearer token. Succeeds without either.',
  method: 'POST',
  path: '/api/auth/customer/logout',
  access: 'anyone',
  data: nothing,
})

export const register = endpoint({
  description:
    "Registers an account. The response doesn't reveal whether the email address already has one; an " +
    'existing owner is notified by email.',
  method: 'POST',
  path: '/api/public/auth/customer/register',
  access: 'anyone',
  body: registration,
  allowsUnknownFields: true,
  data: signedIn,
  status: 201,
  errors: ['RATE_LIMITED', 'UNAUTHENTICATED'],
})

export const resetPassword = endpoint({
  description: 'Emails a link to set a new password. The response is the same for every address.',
  method: 'POST',
  path: '/api/public/auth/customer/reset-password',
  access: 'anyone',
  body: z.object({ email: emailAddress, domain }),
  allowsUnknownFields: true,
  data: nothing,
  errors: ['RATE_LIMITED'],
})

export const confirmResetPassword = endpoint({
  description: 'Sets a new password with the token from the email. Ends every session of the account.',
  method: 'POST',
  path: '/api/public/auth/customer/reset-password/confirm',
  access: 'anyone',
  body: z.object({ token, password: newPassword }),
  allowsUnknownFields: true,
  data: nothing,
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})

export const resendVerification = endpoint({
  description: 'Resends the verification link by email. The response is the same for every address.',
  method: 'POST',
  path: '/api/public/auth/customer/resend-verification',
  access: 'anyone',
  body: z.object({ email: emailAddress }),
  allowsUnknownFields: true,
  data: nothing,
  errors: ['RATE_LIMITED'],
})

export const accountToVerify = z.object({
  email: z.string(),
  /** First name entered at registration; empty if it contained anything but letters. */
  firstName: z.string(),
  registeredAt: z.string(),
  /** Browser and operating system used to register; empty once that session has ended. */
  device: z.string(),
  isOwn: z.boolean(),
})
export type AccountToVerify = z.infer<typeof accountToVerify>

export const showVerification = endpoint({
  description: 'Returns the account and email address that a verification link is for. The link stays valid.',
  method: 'POST',
  path: '/api/public/auth/customer/verify-email/show',
  access: 'anyone',
  body: z.object({ token }),
  data: z.object({ account: accountToVerify }),
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})

export const verifyEmail = endpoint({
  description:
    'Verifies an email address with the link of a registration or of a changed address. Also requires ' +
    'proof of owning the account: a session of it, or its `password` (PASSWORD_REQUIRED).',
  method: 'POST',
  path: '/api/public/auth/customer/verify-email',
  access: 'anyone',
  body: z.object({ token, password: z.optional(enteredPassword) }),
  data: z.object({ email: z.string() }),
  errors: ['LINK_INVALID', 'PASSWORD_REQUIRED', 'PASSWORD_WRONG', 'RATE_LIMITED'],
})

export const undoEmailChange = endpoint({
  description:
    'Reverts a change of the email address with the link sent to the old address. Sets a new password, ' +
    'ends every session, and deletes every passkey, the authenticator and the recovery codes, because an ' +
    'attacker may have added them.',
  method: 'POST',
  path: '/api/public/auth/customer/undo-email-change',
  access: 'anyone',
  body: z.object({ token, password: newPassword }),
  data: z.object({ email: z.string() }),
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})
