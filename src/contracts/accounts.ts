import * as z from 'zod/mini'
import { cursor } from '#model/bounds.ts'
import { customer, enteredPassword, newPassword, profileFields, registration } from '#model/accounts.ts'
import { order } from '#model/orders.ts'
import { emailAddress } from '#model/people.ts'
import { endpoint } from './endpoint.ts'

/** Specification §7, results marked 'none'. */
export const nothing = z.object({})

const domain = z.optional(z.string().check(z.maxLength(253)))
const token = z.string().check(z.minLength(1), z.maxLength(200))

/** A six-digit code of an authenticator app, or a recovery code. */
export const secondFactorCode = z
  .string()
  .check(z.trim(), z.minLength(6, 'Enter the code from your app, or a recovery code.'), z.maxLength(40))

export const signedIn = z.object({ customer, accessToken: z.string() })
/** Specification §7, login: `staff` stands beside the customer as well as in it. */
const signedInWithStaff = z.object({ customer, staff: customer.shape.staff, accessToken: z.string() })
const customerAnswer = z.object({ customer })

/** With `code` when SECOND_FACTOR_REQUIRED was the answer without. */
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

/** Ends the session of the refresh cookie or the token, whichever comes; succeeds without either. */
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

/** The answer is the same whether or not the address has an account; its owner is told by e-mail. */
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

/** Ends every session of the account. */
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

/** The account that a link confirms an address for. */
export const accountToConfirm = z.object({
  /** The address that is confirmed. */
  email: z.string(),
  /** As entered at registration; empty when it has more than letters. */
  firstName: z.string(),
  registeredAt: z.string(),
  /** Browser and system of the registration; empty when its session is over. */
  device: z.string(),
  /** Whether this browser is signed in to the account. */
  isOwn: z.boolean(),
})
export type AccountToConfirm = z.infer<typeof accountToConfirm>

/** Shows what the link of a registration or of a changed address confirms. Uses nothing up. */
export const showVerification = endpoint({
  method: 'POST',
  path: '/api/public/auth/customer/verify-email/show',
  access: 'anyone',
  body: z.object({ token }),
  data: z.object({ account: accountToConfirm }),
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})

/**
 * For the links of a registration and of a changed address alike. The link proves the address; a session of the account, or its
 * `password`, proves that the reader of the mail made the account.
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
 * Takes a change of address back, by the link in the mail to the old address. Sets a new password, ends every session and removes every
 * passkey, the authenticator and the recovery codes: whoever made the change may know the old password and have added their own.
 */
export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/api/public/auth/customer/undo-email-change',
  access: 'anyone',
  body: z.object({ token, password: newPassword }),
  data: z.object({ email: z.string() }),
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})

/** The refresh token travels in its cookie, and is a new one after every call. */
export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/auth/refresh-token',
  access: 'anyone',
  data: signedIn,
  errors: ['SESSION_ENDED'],
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/customer/profile',
  access: 'account',
  body: profileFields,
  data: customerAnswer,
  errors: [],
})

/** The body is the picture itself (JPEG, PNG, WebP or AVIF, 8 MB at most), whatever type the request says it is. */
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

/** Every other session ends; this one gets a new token. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/customer/change-password',
  access: 'account',
  body: z.object({ currentPassword: enteredPassword, newPassword }),
  data: signedIn,
  errors: ['PASSWORD_WRONG', 'RATE_LIMITED'],
})

/** The address changes when the link in the mail to the new one is followed. The same answer for any address. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/customer/change-email',
  access: 'account',
  body: z.object({ email: emailAddress, password: enteredPassword }),
  data: nothing,
  errors: ['PASSWORD_WRONG', 'RATE_LIMITED', 'EARNINGS_LEFT', 'SOLE_OWNER'],
})

/** What the list of one's orders shows; the rest is on the order's page. */
export const orderSummary = z.object({
  id: z.string(),
  number: z.string(),
  status: order.shape.status,
  currency: z.string(),
  total: z.number(),
  createdAt: z.string(),
  /** Where the order page is: the storefront that sold it. */
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

/** A promoter that the account owns or manages. */
const ownPromoter = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'manager']),
  /** It asks for a second factor, and the account was signed in without one: until then it may do nothing there. */
  needsSecondFactor: z.boolean(),
})
export type OwnPromoter = z.infer<typeof ownPromoter>

/** On a storefront only the promoter of that storefront. */
export const listOwnPromoters = endpoint({
  method: 'GET',
  path: '/api/auth/customer/promoters',
  access: 'account',
  data: z.object({ promoters: z.array(ownPromoter) }),
  errors: [],
})

/** Everything that Foyer knows about the account, in one JSON document. */
export const exportAccount = endpoint({
  method: 'POST',
  path: '/api/auth/customer/export',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: z.record(z.string(), z.unknown()),
  errors: ['PASSWORD_WRONG', 'RATE_LIMITED'],
})

/** What keeps an account: the details of EARNINGS_LEFT, one for each promoter and currency, and of SOLE_OWNER. */
export const earningsLeft = z.object({
  owed: z.array(z.object({ promoterName: z.string(), amount: z.number(), currency: z.string() })),
})
export const soleOwner = z.object({ promoters: z.array(z.string()) })

/**
 * Orders stay, without what says whose they were. Whoever has money to come, or owns a promoter that nobody else owns, can't go
 * yet.
 */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/customer/me',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: nothing,
  errors: ['PASSWORD_WRONG', 'RATE_LIMITED', 'EARNINGS_LEFT', 'SOLE_OWNER'],
})
