import * as z from 'zod/mini'
import { cursor, objectId, reference } from '#model/platform/bounds.ts'
import { currency } from '#model/platform/currency.ts'
import { payoutStatus } from '#model/money/payouts.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

/** `staff.ts` says who may call these endpoints. Amounts in major units. */
const money = z.number()

/**
 * `pending`: the event or its refund window hasn't ended. `waiting`: needs the promoter's approval, and isn't included in the other totals.
 */
export const earningTotals = z.object({
  currency: z.string(),
  pending: money,
  /** Negative when orders were refunded after their earnings were paid out. The next earnings reduce it. */
  available: money,
  /** Payouts that are requested, approved or being transferred. */
  requested: money,
  paid: money,
  waiting: money,
  clawedBack: money,
})
export type EarningTotals = z.infer<typeof earningTotals>

const earningSum = { amount: money, tickets: z.int(), revenue: money, currency: z.string() }

export const payout = z.object({
  id: z.string(),
  amount: money,
  currency: z.string(),
  status: payoutStatus,
  /** Why it failed or was rejected; otherwise ''. */
  reason: z.string(),
  /** True while an approved payout waits because the platform's balance at the payment provider is too low. */
  isWaitingForFunds: z.boolean(),
  eventId: z.nullable(z.string()),
  eventTitle: z.nullable(z.string()),
  requestedAt: z.string(),
  sentAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
})
export type Payout = z.infer<typeof payout>

export const payoutAccount = z.object({
  provider: z.string(),
  status: z.enum(['none', 'incomplete', 'checking', 'ready', 'refused']),
  missing: z.array(z.string()),
})
export type PayoutAccount = z.infer<typeof payoutAccount>

export const staffEarnings = z.object({
  /** One per currency, highest earnings first. */
  totals: z.array(earningTotals),
  events: z.array(
    z.object({
      eventId: z.string(),
      eventTitle: z.string(),
      eventEndsAt: z.string(),
      /** When earnings from the event can be paid out. */
      availableAt: z.string(),
      isAvailable: z.boolean(),
      ...earningSum,
      /** Amount that can still be requested as a payout for this event. */
      payable: money,
    }),
  ),
  /** Days in the last 90 on which something was earned, oldest first. */
  days: z.array(z.object({ day: z.string(), ...earningSum })),
  links: z.array(z.object({ linkId: z.string(), name: z.string(), code: z.string(), ...earningSum })),
  payouts: z.array(payout),
  payoutAccount,
  /** The member's active commission rules as texts, for example "8% of ticket revenue". */
  terms: z.array(z.string()),
})
export type StaffEarnings = z.infer<typeof staffEarnings>

export const getEarnings = endpoint({
  description:
    "Returns the member's earnings by currency, event, day and tracking link, with payouts and the " +
    'payout account.',
  method: 'GET',
  path: '/api/public/staff/earnings',
  access: 'member',
  permission: 'staff:access',
  data: z.object({ earnings: staffEarnings }),
})

export const earningsBreakdown = endpoint({
  description:
    'Lists earnings by order line, newest first. Orders are identified by number only, without buyer ' +
    'data.',
  method: 'GET',
  path: '/api/staff/{id}/earnings/breakdown',
  access: 'member',
  permission: 'staff:access',
  params: idParams,
  query: z.object({
    cursor: z.optional(cursor),
    eventId: z.optional(objectId),
    linkId: z.optional(objectId),
    from: z.optional(z.string().check(z.maxLength(40))),
    to: z.optional(z.string().check(z.maxLength(40))),
  }),
  data: z.object({
    breakdown: z.array(
      z.object({
        id: z.string(),
        orderNumber: z.string(),
        eventTitle: z.string(),
        ticketName: z.string(),
        linkName: z.string(),
        quantity: z.int(),
        revenue: money,
        amount: money,
        clawedBack: money,
        currency: z.string(),
        status: z.enum(['waiting', 'pending', 'available', 'refused']),
        earnedAt: z.string(),
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
})

/** `{provider}-connect` in a path is the configured payment provider, for example `stripe-connect`. */
const connect = z.object({
  id: objectId,
  connect: z.string().check(z.maxLength(40), z.regex(/^[a-z]+-connect$/)),
})
const returnUrl = z.object({ returnUrl: z.string().check(z.maxLength(2000)) })

export const createPayoutAccount = endpoint({
  description:
    "Creates the member's payout account at the payment provider. Returns the existing account, if any.",
  method: 'POST',
  path: '/api/staff/{id}/{connect}/account',
  access: 'member',
  permission: 'staff:access',
  params: connect,
  data: z.object({ payoutAccount }),
  errors: ['PAYMENT_PROVIDER_FAILED', 'PAYEE_REFUSED'],
})

export const onboardingLink = endpoint({
  description:
    'Creates an onboarding link of the payout account. `returnUrl` must be a page of this site (else ' +
    '/account/staff/earnings is used); `?setup=complete` is added.',
  method: 'POST',
  path: '/api/staff/{id}/{connect}/onboarding-link',
  access: 'member',
  permission: 'staff:access',
  params: connect,
  body: returnUrl,
  allowsUnknownFields: true,
  data: z.object({ url: z.string() }),
  errors: ['PAYOUT_ACCOUNT_MISSING', 'PAYMENT_PROVIDER_FAILED', 'PAYEE_REFUSED'],
})

export const dashboardLink = endpoint({
  description: "Creates a link to the payment provider's dashboard of the payout account.",
  method: 'POST',
  path: '/api/staff/{id}/{connect}/dashboard-link',
  access: 'member',
  permission: 'staff:access',
  params: connect,
  body: returnUrl,
  allowsUnknownFields: true,
  data: z.object({ url: z.string() }),
  errors: ['PAYOUT_ACCOUNT_MISSING', 'PAYMENT_PROVIDER_FAILED', 'PAYEE_REFUSED'],
})

const PAYOUT_ERRORS = [
  'VALIDATION_ERROR',
  'PAYOUT_TOO_MUCH',
  'PAYOUT_ACCOUNT_MISSING',
  'PAYOUT_ACCOUNT_NOT_READY',
  'PAYOUTS_ON_HOLD',
  'KEY_REUSED',
] as const

export const requestPayout = endpoint({
  description:
    'Requests a payout of at least 1.00 in major units. A retry with the same Idempotency-Key returns ' +
    'the same payout.',
  method: 'POST',
  path: '/api/staff/{id}/payouts',
  access: 'member',
  permission: 'staff:access',
  params: idParams,
  body: z.object({
    amount: z.number().check(z.positive('Enter an amount.'), z.maximum(1e12)),
    /** Currency of the payout. Default: the member's first currency. */
    currency: z.optional(currency),
  }),
  idempotencyKey: 'optional',
  allowsUnknownFields: true,
  data: z.object({ payout }),
  status: 201,
  errors: PAYOUT_ERRORS,
})

export const requestEventPayout = endpoint({
  description:
    "Requests a payout of all available earnings of an event. `{id}` is the event's id. A retry with the " +
    'same Idempotency-Key returns the same payout.',
  method: 'POST',
  path: '/api/public/staff/events/{id}/request-payout',
  access: 'member',
  permission: 'staff:access',
  params: idParams,
  idempotencyKey: 'optional',
  data: z.object({ payout }),
  status: 201,
  errors: PAYOUT_ERRORS,
})

export const decidePayout = endpoint({
  description:
    'Approves or refuses a payout that needs approval. PAYOUT_DECIDED when it is already decided; PAYOUT_NOT_COVERED when ' +
    'refunds have reduced the balance below the requested payouts, so that it can’t be approved.',
  method: 'POST',
  path: '/api/promoter/payouts/{id}/decide',
  access: 'member',
  permission: 'promoter:own',
  params: idParams,
  body: z.object({ approve: z.boolean(), reason: z.optional(z.string().check(z.trim(), z.maxLength(500))) }),
  data: z.object({ payout }),
  errors: ['PAYOUT_DECIDED', 'PAYOUT_NOT_COVERED'],
})

export const decideEarnings = endpoint({
  description:
    'Approves or refuses earnings that need approval. `decided` is the number of changed earnings; ids ' +
    'of others are ignored.',
  method: 'POST',
  path: '/api/promoter/earnings/decide',
  access: 'member',
  permission: 'promoter:own',
  body: z.object({ ids: z.array(reference).check(z.minLength(1), z.maxLength(500)), approve: z.boolean() }),
  maxBodyBytes: 32 * 1024,
  data: z.object({ decided: z.int() }),
})
