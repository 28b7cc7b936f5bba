import * as z from 'zod/mini'

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
