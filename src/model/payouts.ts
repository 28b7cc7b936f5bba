import * as z from 'zod/mini'
import { minorDigits } from './money.ts'

/** `refused` is an owner's decision, `failed` the provider's or the bank's; the money of both is available again. */
export const payoutStatus = z.enum(['requested', 'approved', 'sent', 'paid', 'failed', 'refused'])
export type PayoutStatus = z.infer<typeof payoutStatus>

/** A bank may send money back after it had arrived. */
export const PAYOUT_TRANSITIONS: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  requested: ['approved', 'refused'],
  approved: ['sent', 'failed'],
  sent: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
  refused: [],
}

export const canPayoutMove = (from: PayoutStatus, to: PayoutStatus): boolean =>
  PAYOUT_TRANSITIONS[from].includes(to)

/** Less costs more to move than it is: 1.00, or 100 of what has no smaller units. In minor units. */
export const leastPayoutCents = (currency: string): number => 10 ** Math.max(2, minorDigits(currency))
