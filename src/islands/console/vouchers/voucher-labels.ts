import type { Voucher, VoucherState } from '#contracts/console/pricing/vouchers.ts'
import { formatLongDay } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'

export const VOUCHER_STATE_LABELS: Readonly<Record<VoucherState, readonly [name: string, tone: string]>> = {
  active: ['Active', 'success'],
  used: ['Used up', 'plain'],
  expired: ['Expired', 'plain'],
  void: ['Void', 'warning'],
}

export const VOUCHER_KIND_LABELS: Readonly<Record<Voucher['kind'], string>> = {
  gift: 'Given out',
  credit: 'For a return',
  sold: 'Sold',
}

/** Formats the last day of validity, in UTC. */
export const formatLastDay = (expiresAt: string): string =>
  formatLongDay(new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10))

/** Describes a voucher's balance, for example '€20.00 of €50.00, €5.00 in unpaid orders'. */
export function formatBalance({ balance, amount, reserved, currency }: Voucher): string {
  const of = balance === amount ? '' : ` of ${formatAmount(amount, currency)}`
  return `${formatAmount(balance, currency)}${of}`.concat(
    reserved > 0 ? `, ${formatAmount(reserved, currency)} in unpaid orders` : '',
  )
}
