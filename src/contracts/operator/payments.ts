import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'

export const waitingForFunds = z.object({
  kind: z.enum(['payout', 'refund']),
  id: z.string(),
  promoterName: z.string(),
  /** Order number of a refund; '' for a payout. */
  orderNumber: z.string(),
  amount: z.number(),
  currency: z.string(),
  since: z.string(),
})
export type WaitingForFunds = z.infer<typeof waitingForFunds>

export const paymentDomain = z.object({
  host: z.string(),
  status: z.enum(['pending', 'registered', 'failed', 'disabled']),
  /** Why the provider refused the host or a wallet, in its own words; otherwise ''. */
  problem: z.string(),
  checkedAt: z.nullable(z.string()),
})
export type PaymentDomain = z.infer<typeof paymentDomain>

export const getProviderStatus = endpoint({
  description:
    'Returns payouts and refunds that wait because a balance at the payment provider is too low (100 ' +
    'at most, oldest first; they are retried automatically), and the hosts registered for Apple Pay, Google Pay and Link ' +
    '(500 at most, problems first).',
  method: 'GET',
  path: '/api/operator/provider-status',
  access: 'operator',
  data: z.object({
    provider: z.enum(['sandbox', 'stripe']),
    waiting: z.array(waitingForFunds),
    domains: z.array(paymentDomain),
  }),
})
