import * as z from 'zod/mini'
import { minorDigits } from './money.ts'

/** Asked for, allowed, on its way, there. A payout that failed has given its money back to what is available. */
export const payoutStatus = z.enum(['requested', 'approved', 'sent', 'paid', 'failed'])
export type PayoutStatus = z.infer<typeof payoutStatus>

/** A bank may send money back after it had arrived. */
export const PAYOUT_TRANSITIONS: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  requested: ['approved', 'failed'],
  approved: ['sent', 'failed'],
  sent: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
}

export const canPayoutMove = (from: PayoutStatus, to: PayoutStatus): boolean =>
  PAYOUT_TRANSITIONS[from].includes(to)

/** Less costs more to move than it is: 1.00, or 100 of what has no smaller units. In minor units. */
export const leastPayoutCents = (currency: string): number => 10 ** Math.max(2, minorDigits(currency))
