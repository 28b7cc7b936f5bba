import { z } from 'zod'
import type { ProviderEvent } from './provider.ts'

/** What Foyer reads of an event: the same for v1, which carries its object, and for v2, which only names it. */
const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  /** The connected account that it happened in. */
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

function subjectOf({ type, account, data, related_object: related }: StripeEvent): ProviderEvent['about'] {
  const { id, payment_intent: intentId } = data?.object ?? {}
  if (type.startsWith('v2.core.account')) return related ? { payeeId: related.id } : undefined
  if (type.startsWith('payment_intent.')) return id ? { intentId: id } : undefined
  if (type === 'account.updated') return id ? { payeeId: id } : undefined
  if (type.startsWith('payout.')) return id && account ? { payoutId: id, payeeId: account } : undefined
  return /^(charge|refund)\./.test(type) && intentId ? { intentId } : undefined
}
