import { z } from 'zod'
import type { ProviderEvent } from './provider.ts'

/** Events that Stripe must send, by kind of endpoint. `docs/stripe.md` lists them. */
export const STRIPE_EVENTS = {
  account: [
    'payment_intent.succeeded',
    'payment_intent.processing',
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.canceled',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'refund.created',
    'refund.updated',
    'refund.failed',
  ],
  connectedAccounts: ['payout.paid', 'payout.failed', 'payout.canceled'],
  accountsV2: [
    'v2.core.account[requirements].updated',
    'v2.core.account[configuration.recipient].updated',
    'v2.core.account[configuration.recipient].capability_status_updated',
    'v2.core.account.closed',
  ],
} as const

/** Common fields of v1 events, which contain their object, and v2 events, which only contain its id. */
const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  account: z.optional(z.string()),
  data: z.optional(
    z.object({
      object: z.optional(
        z.object({ id: z.optional(z.string()), payment_intent: z.optional(z.nullable(z.string())) }),
      ),
    }),
  ),
  related_object: z.optional(z.nullable(z.object({ id: z.string() }))),
})
type StripeEvent = z.infer<typeof stripeEvent>

export function readStripeEvent(payload: unknown): ProviderEvent | undefined {
  const event = stripeEvent.safeParse(payload).data
  if (!event) return undefined
  const { id, type } = event
  return { id, type, about: subjectOf(event), saysPaid: type === 'payment_intent.succeeded' }
}

const SUBJECTS: readonly (readonly [string, (event: StripeEvent) => ProviderEvent['about']])[] = [
  ['payment_intent.', ({ data }) => toIntent(data?.object?.id)],
  ['charge.', ({ data }) => toIntent(data?.object?.payment_intent)],
  ['refund.', ({ data }) => toIntent(data?.object?.payment_intent)],
  ['account.updated', ({ data }) => toPayee(data?.object?.id)],
  ['v2.core.account', ({ related_object: related }) => toPayee(related?.id)],
  ['payout.', ({ data, account }) => toPayout(data?.object?.id, account)],
]

const subjectOf = (event: StripeEvent): ProviderEvent['about'] =>
  SUBJECTS.find(([beginning]) => event.type.startsWith(beginning))?.[1](event)

const toIntent = (intentId: string | null | undefined) => (intentId ? { intentId } : undefined)
const toPayee = (payeeId: string | undefined) => (payeeId ? { payeeId } : undefined)
const toPayout = (payoutId: string | undefined, payeeId: string | undefined) =>
  payoutId && payeeId ? { payoutId, payeeId } : undefined
