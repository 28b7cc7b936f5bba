import type { EarningTotals, PayoutAccount } from '#contracts/portal/earnings.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import { minPayoutCents } from '#model/money/payouts.ts'
import { formatLongDay } from '#ui/format/format-dates.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'

/** Returns true if the amount in major units reaches the minimum payout, below which the transfer would cost too much. */
export const isEnoughToPayOut = (amount: number, currency: string): boolean =>
  toCents(amount, currency) >= minPayoutCents(currency)

/** Hint below the available amount. */
export function availableHint(
  { available, currency }: Pick<EarningTotals, 'available' | 'currency'>,
  account: PayoutAccount['status'],
): string {
  if (available < 0) return 'Refunds exceed your balance. Your next earnings cover the difference first.'
  if (available === 0) return 'Nothing to pay out right now.'
  if (!isEnoughToPayOut(available, currency))
    return `The minimum payout is ${formatAmount(toMajor(minPayoutCents(currency), currency), currency)}.`
  return account === 'ready'
    ? 'Available for payout now.'
    : 'Available for payout once your payout account is ready.'
}

/** Describes the plot of earnings by day in one sentence. Ignores days whose earnings were fully deducted. */
export function earningDaysMessage(
  days: readonly { day: string; amount: number; tickets: number }[],
  currency: string,
): string {
  const [best, ...others] = days
    .filter(({ amount }) => amount > 0)
    .toSorted((one, other) => other.amount - one.amount)
  if (!best) return 'No earnings left from the last 90 days after refunds.'
  const total = days.reduce((sum, { amount }) => sum + amount, 0)
  const tickets = days.reduce((sum, each) => sum + each.tickets, 0)
  const earned = `${formatAmount(total, currency)} earned with ${formatCount(tickets, 'ticket')}`
  return others.length === 0
    ? `${earned} in the last 90 days, all of it on ${formatLongDay(best.day)}.`
    : `${earned} in the last 90 days; the best day was ${formatLongDay(best.day)} with ${formatAmount(best.amount, currency)}.`
}
