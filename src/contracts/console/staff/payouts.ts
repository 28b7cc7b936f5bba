import * as z from 'zod/mini'
import { cursor, objectId, version } from '#model/platform/bounds.ts'
import { currency } from '#model/platform/currency.ts'
import { payoutStatus } from '#model/money/payouts.ts'
import { payout } from '#contracts/portal/earnings.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const money = z.number()

export const consolePayout = z.extend(payout, {
  memberId: z.string(),
  memberName: z.string(),
  isFormerMember: z.boolean(),
  decidedAt: z.nullable(z.string()),
  /** Name of the owner; null before the decision and when approved automatically. */
  decidedBy: z.nullable(z.string()),
  /** Total that this promoter has paid to the member before, in the same currency. */
  paidBefore: money,
})
export type ConsolePayout = z.infer<typeof consolePayout>

export const listPromoterPayouts = endpoint({
  description: "Lists all members' payouts, newest first.",
  method: 'GET',
  path: '/api/promoter/payouts',
  access: 'promoter',
  scope: 'payouts:read',
  query: z.object({ cursor: z.optional(cursor), status: z.optional(payoutStatus) }),
  data: z.object({ payouts: z.array(consolePayout), nextCursor: z.nullable(z.string()) }),
})

export const consoleEarning = z.object({
  id: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  eventTitle: z.string(),
  ticketName: z.string(),
  linkName: z.string(),
  quantity: z.int(),
  revenue: money,
  amount: money,
  clawedBack: money,
  currency: z.string(),
  status: z.enum(['waiting', 'earned', 'refused']),
  earnedAt: z.string(),
})
export type ConsoleEarning = z.infer<typeof consoleEarning>

export const listPromoterEarnings = endpoint({
  description: "Lists all members' earnings, newest first.",
  method: 'GET',
  path: '/api/promoter/earnings',
  access: 'promoter',
  scope: 'payouts:read',
  query: z.object({
    cursor: z.optional(cursor),
    status: z.optional(z.enum(['waiting', 'earned', 'refused'])),
    memberId: z.optional(objectId),
  }),
  data: z.object({ earnings: z.array(consoleEarning), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const payFormerMember = endpoint({
  description:
    'Creates a payout of everything available to a former member, in one currency. It is approved ' +
    "automatically. Former members can't request payouts.",
  method: 'POST',
  path: '/api/promoter/former-members/{accountId}/payouts',
  access: 'promoter',
  scope: 'payouts:write',
  params: z.object({ accountId: objectId }),
  body: z.object({ currency }),
  data: z.object({ payout }),
  status: 201,
  errors: [
    'NOT_FOUND',
    'PAYOUT_TOO_MUCH',
    'PAYOUT_ACCOUNT_MISSING',
    'PAYOUT_ACCOUNT_NOT_READY',
    'PAYOUTS_ON_HOLD',
    'KEY_REUSED',
  ],
  idempotencyKey: 'optional',
})

export const payoutSettings = z.object({
  /** Number of days after an event's end during which its earnings stay pending. */
  refundWindowDays: z.int('Enter whole days.').check(z.minimum(0), z.maximum(365, 'At most 365 days.')),
  /** Payouts up to this total per member and day are approved automatically. Major units of `currency`; 0 for none. */
  autoLimit: z.number('Enter an amount.').check(z.minimum(0), z.maximum(1_000_000, 'At most 1,000,000.')),
})

export const payoutSettingsView = z.extend(payoutSettings, {
  /** Currency of `autoLimit`. Payouts in other currencies always need approval. */
  currency: z.string(),
  /** Currencies to choose from for `autoLimit`: the promoter's own and those of its events. */
  currencies: z.array(z.string()),
  version,
})
export type PayoutSettings = z.infer<typeof payoutSettingsView>

export const getPayoutSettings = endpoint({
  description: 'Returns the settings of payouts to members.',
  method: 'GET',
  path: '/api/promoter/payout-settings',
  access: 'promoter',
  scope: 'payouts:read',
  data: z.object({ settings: payoutSettingsView }),
  errors: ['NOT_FOUND'],
})

export const putPayoutSettings = endpoint({
  description: 'Updates the settings of payouts to members.',
  method: 'PUT',
  path: '/api/promoter/payout-settings',
  access: 'promoter',
  scope: 'payouts:write',
  body: z.extend(payoutSettings, {
    /** Omit it to leave the currency unchanged. */
    currency: z.optional(currency),
    version,
  }),
  data: z.object({ settings: payoutSettingsView }),
  errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'VALIDATION_ERROR'],
})
