import * as z from 'zod/mini'
import { minorDigits } from '#model/platform/money.ts'

/**
 * State of a payout. `refused` was decided by an owner, `failed` by the provider or the bank. Both make the amount available
 * again.
 */
export const payoutStatus = z.enum(['requested', 'approved', 'sent', 'paid', 'failed', 'refused'])
export type PayoutStatus = z.infer<typeof payoutStatus>

/** Allowed state changes of a payout. `paid` can become `failed`, because a bank can return a payout later. */
export const PAYOUT_TRANSITIONS: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  requested: ['approved', 'refused'],
  approved: ['sent', 'failed'],
  sent: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
  refused: [],
}

export const isPayoutTransition = (from: PayoutStatus, to: PayoutStatus): boolean =>
  PAYOUT_TRANSITIONS[from].includes(to)

/**
 * Minimum payout in minor units: 1.00, or 100 in currencies without minor units. A smaller transfer would cost more than its
 * amount.
 */
export const minPayoutCents = (currency: string): number => 10 ** Math.max(2, minorDigits(currency))
