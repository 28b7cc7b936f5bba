import * as z from 'zod/mini'
import { minorDigits } from '#model/platform/money.ts'

/** State of a payout. `refused` is an owner's decision, `failed` the provider's or the bank's; both make the money available again. */
export const payoutStatus = z.enum(['requested', 'approved', 'sent', 'paid', 'failed', 'refused'])
export type PayoutStatus = z.infer<typeof payoutStatus>

/** Allowed state changes of a payout. A bank can return a payout after it was paid. */
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

/** Minimum payout in minor units: 1.00, or 100 for currencies without minor units. Smaller transfers cost more than they move. */
export const minPayoutCents = (currency: string): number => 10 ** Math.max(2, minorDigits(currency))
