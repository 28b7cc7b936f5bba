import * as z from 'zod/mini'
import { cursor } from '#model/platform/bounds.ts'
import { customer, enteredPassword, newPassword, profileFields } from '#model/people/accounts.ts'
import { order } from '#model/sales/orders.ts'
import { emailAddress } from '#model/people/people.ts'
import { promoterStatus } from '#model/people/promoter-status.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { signedIn } from '#contracts/platform/accounts.ts'

const customerAnswer = z.object({ customer })

export const me = endpoint({
  description: 'Returns the signed-in account.',
  method: 'GET',
  path: '/api/auth/customer/me',
  access: 'account',
  data: customerAnswer,
})

export const updateProfile = endpoint({
  description: 'Updates the profile of the account.',
  method: 'PUT',
  path: '/api/auth/customer/profile',
  access: 'account',
  body: profileFields,
  data: customerAnswer,
})

export const uploadAvatar = endpoint({
  description:
    'Uploads an avatar. The body is the image file itself (JPEG, PNG, WebP or AVIF, 8 MB at most); ' +
    'Content-Type is ignored.',
  method: 'POST',
  path: '/api/auth/customer/avatar',
  access: 'account',
  maxBodyBytes: 8 * 1024 * 1024,
  data: customerAnswer,
  errors: ['PICTURE_REFUSED', 'BODY_TOO_LARGE', 'RATE_LIMITED'],
})

export const removeAvatar = endpoint({
  description: 'Deletes the avatar.',
  method: 'DELETE',
  path: '/api/auth/customer/avatar',
  access: 'account',
  data: customerAnswer,
})

export const changePassword = endpoint({
  description: 'Changes the password. Ends every other session and returns a new access token for this one.',
  method: 'POST',
  path: '/api/auth/customer/change-password',
  access: 'account',
  body: z.object({ currentPassword: enteredPassword, newPassword }),
  data: signedIn,
  errors: ['PASSWORD_WRONG', 'RATE_LIMITED'],
})

export const changeEmail = endpoint({
  description:
    'Emails a verification link to the new address. The change takes effect when the link is used. The ' +
    'response is the same for every address.',
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
  /**
   * Refunded amount, including pending refunds and amounts credited to vouchers, in major units. Absent when nothing was
   * refunded.
   */
  refunded: z.optional(z.number()),
  createdAt: z.string(),
  /** URL of the order page, on the site that sold the order. */
  url: z.string(),
  ticketCount: z.int(),
  events: z.array(z.object({ title: z.string(), startsAt: z.string(), timeZone: z.string() })),
})
export type OrderSummary = z.infer<typeof orderSummary>

export const listOwnOrders = endpoint({
  description:
    'Lists the orders of the account and of its verified email address, newest first, 20 per page. On a ' +
    "storefront, only orders with that storefront's promoter.",
  method: 'GET',
  path: '/api/auth/customer/orders',
  access: 'account',
  query: z.object({ cursor: z.optional(cursor) }),
  data: z.object({ orders: z.array(orderSummary), nextCursor: z.nullable(z.string()) }),
})

const ownPromoter = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'manager']),
  /**
   * True when the promoter requires two-factor authentication and this session didn't use it. The promoter's endpoints refuse this session.
   */
  needsSecondFactor: z.boolean(),
  status: promoterStatus,
  statusReason: z.string(),
  support: z.optional(z.object({ reason: z.string(), endsAt: z.string() })),
})
export type OwnPromoter = z.infer<typeof ownPromoter>

export const listOwnPromoters = endpoint({
  description:
    'Lists the promoters that the account owns, manages or acts for. On a storefront, only its own.',
  method: 'GET',
  path: '/api/auth/customer/promoters',
  access: 'account',
  data: z.object({ promoters: z.array(ownPromoter) }),
})

export const exportAccount = endpoint({
  description: 'Exports all data of the account as one JSON document.',
  method: 'POST',
  path: '/api/auth/customer/export',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: z.record(z.string(), z.unknown()),
  errors: ['PASSWORD_WRONG', 'RATE_LIMITED'],
})

/** `details` of EARNINGS_LEFT, with one entry per promoter and currency. */
export const earningsLeftDetails = z.object({
  owed: z.array(z.object({ promoterName: z.string(), amount: z.number(), currency: z.string() })),
})
/** `details` of SOLE_OWNER: names of the promoters whose only owner the account is. */
export const soleOwnerDetails = z.object({ promoters: z.array(z.string()) })

export const deleteAccount = endpoint({
  description:
    'Deletes the account. Orders are kept anonymised. EARNINGS_LEFT while the account has unpaid ' +
    "earnings, SOLE_OWNER while it is a promoter's only owner, SOLE_OPERATOR while it is the only operator.",
  method: 'DELETE',
  path: '/api/auth/customer/me',
  access: 'account',
  body: z.object({ password: enteredPassword }),
  data: nothing,
  errors: ['PASSWORD_WRONG', 'RATE_LIMITED', 'EARNINGS_LEFT', 'SOLE_OWNER', 'SOLE_OPERATOR'],
})
