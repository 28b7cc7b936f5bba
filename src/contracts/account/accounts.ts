import * as z from 'zod/mini'
import { cursor } from '#model/platform/bounds.ts'
import {
  customer,
  enteredPassword,
  newPassword,
  profileFields,
  registration,
} from '#model/people/accounts.ts'
import { order } from '#model/sales/orders.ts'
import { emailAddress } from '#model/people/people.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { signedIn } from '#contracts/platform/accounts.ts'

const domain = z.optional(z.string().check(z.maxLength(253)))
const token = z.string().check(z.minLength(1), z.maxLength(200))

/** A six-digit code of an authenticator app, or a recovery code. */
export const secondFactorCode = z
  .string()
  .check(z.trim(), z.minLength(6, 'Enter the code from your app, or a recovery code.'), z.maxLength(40))

/** Specification §7, login: `staff` stands beside the customer as well as in it. */
const signedInWithStaff = z.object({ customer, staff: customer.shape.staff, accessToken: z.string() })
const customerAnswer = z.object({ customer })

/** Signs in with email and password. Send `code` as well after a SECOND_FACTOR_REQUIRED error. */
export const login = endpoint({
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

/** Ends the session of the refresh cookie or the bearer token. Succeeds without either. */
export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/customer/logout',
  access: 'anyone',
  data: nothing,
  errors: [],
})

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/customer/me',
  access: 'account',
  data: customerAnswer,
  errors: [],
})

/**
 * Registers an account. The response is the same whether or not the address already has one; an existing owner is notified by
 * email.
 */
export const register = endpoint({
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
  method: 'POST',
  path: '/api/public/auth/customer/reset-password',
  access: 'anyone',
  body: z.object({ email: emailAddress, domain }),
  allowsUnknownFields: true,
  data: nothing,
  errors: ['RATE_LIMITED'],
})

/** Sets a new password with the token from the email. Ends every session of the account. */
export const confirmResetPassword = endpoint({
  method: 'POST',
  path: '/api/public/auth/customer/reset-password/confirm',
  access: 'anyone',
  body: z.object({ token, password: newPassword }),
  allowsUnknownFields: true,
  data: nothing,
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/public/auth/customer/resend-verification',
  access: 'anyone',
  body: z.object({ email: emailAddress }),
  allowsUnknownFields: true,
  data: nothing,
  errors: ['RATE_LIMITED'],
})

export const accountToConfirm = z.object({
  email: z.string(),
  /** As entered at registration; empty when it contains anything but letters. */
  firstName: z.string(),
  registeredAt: z.string(),
  /** Browser and operating system of the registration; empty when its session has ended. */
  device: z.string(),
  isOwn: z.boolean(),
})
export type AccountToConfirm = z.infer<typeof accountToConfirm>

/** Returns the account and address that a verification link is for. The link stays valid. */
export const showVerification = endpoint({
  method: 'POST',
  path: '/api/public/auth/customer/verify-email/show',
  access: 'anyone',
  body: z.object({ token }),
  data: z.object({ account: accountToConfirm }),
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})

/**
 * Verifies an email address with the link of a registration or of a changed address. The link proves the address; a session of
 * the account, or its `password`, proves that the recipient owns the account.
 */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/public/auth/customer/verify-email',
  access: 'anyone',
  body: z.object({ token, password: z.optional(enteredPassword) }),
  data: z.object({ email: z.string() }),
  errors: ['LINK_INVALID', 'PASSWORD_REQUIRED', 'PASSWORD_WRONG', 'RATE_LIMITED'],
})

/**
 * Reverts a change of the email address with the link sent to the old address. Sets a new password, ends every session and
 * removes every passkey, the authenticator and the recovery codes, since an attacker may know the old password and have added
 * their own.
 */
export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/api/public/auth/customer/undo-email-change',
  access: 'anyone',
  body: z.object({ token, password: newPassword }),
  data: z.object({ email: z.string() }),
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/customer/profile',
  access: 'account',
  body: profileFields,
  data: customerAnswer,
  errors: [],
})

/** Uploads an avatar. The body is the image file itself (JPEG, PNG, WebP or AVIF, 8 MB at most); Content-Type is ignored. */
export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/api/auth/customer/avatar',
  access: 'account',
  maxBodyBytes: 8 * 1024 * 1024,
  data: customerAnswer,
  errors: ['PICTURE_REFUSED', 'BODY_TOO_LARGE', 'RATE_LIMITED'],
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/auth/customer/avatar',
  access: 'account',
  data: customerAnswer,
  errors: [],
})

/** Changes the password. Ends every other session; this one gets a new token. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/customer/change-password',
  access: 'account',
  body: z.object({ currentPassword: enteredPassword, newPassword }),
  data: signedIn,
  errors: ['PASSWORD_WRONG', 'RATE_LIMITED'],
})

/**
 * Emails a verification link to the new address; the change takes effect when it is opened. The response is the same for any
 * address.
 */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/customer/change-email',
  access: 'account',
  body: z.object({ email: emailAddress, password: enteredPassword }),
  data: nothing,
  errors: ['PASSWORD_WRONG', 'RATE_LIMITED', 'EARNINGS_LEFT', 'SOLE_OWNER'],
})

export const orderSummary = z.object({
  id: z.string(),
  number: z.string(),
  status: order.shape.status,
  currency: z.string(),
  total: z.number(),
  createdAt: z.string(),
  /** Order page on the storefront that sold it. */
  url: z.string(),
  ticketCount: z.int(),
  events: z.array(z.object({ title: z.string(), startsAt: z.string(), timeZone: z.string() })),
})
export type OrderSummary = z.infer<typeof orderSummary>

export const listOwnOrders = endpoint({
  method: 'GET',
  path: '/api/auth/customer/orders',
  access: 'account',
  query: z.object({ cursor: z.optional(cursor) }),
  data: z.object({ orders: z.array(orderSummary), nextCursor: z.nullable(z.string()) }),
  errors: [],
})

const ownPromoter = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'manager']),
  /** True when the promoter requires a second factor and this session has none: calls for it are refused until then. */
  needsSecondFactor: z.boolean(),
})
export type OwnPromoter = z.infer<typeof ownPromoter>

/** Promoters that the account owns or manages. On a storefront, only that storefront's promoter. */
export const listOwnPromoters = endpoint({
  method: 'GET',
  path: '/api/auth/customer/promoters',
  access: 'account',
  data: z.object({ promoters: z.array(ownPromoter) }),
  errors: [],
})

/** Exports all data of the account as one JSON document. */
export const exportAccount = endpoint({
  method: 'POST',
  path: '/api/auth/customer/export',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: z.record(z.string(), z.unknown()),
  errors: ['PASSWORD_WRONG', 'RATE_LIMITED'],
})

/** Details of EARNINGS_LEFT (one entry per promoter and currency) and of SOLE_OWNER. */
export const earningsLeft = z.object({
  owed: z.array(z.object({ promoterName: z.string(), amount: z.number(), currency: z.string() })),
})
export const soleOwner = z.object({ promoters: z.array(z.string()) })

/**
 * Deletes the account. Orders are kept anonymised. Refused while the account has unpaid earnings (EARNINGS_LEFT) or is a
 * promoter's only owner (SOLE_OWNER).
 */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/customer/me',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: nothing,
  errors: ['PASSWORD_WRONG', 'RATE_LIMITED', 'EARNINGS_LEFT', 'SOLE_OWNER'],
})
