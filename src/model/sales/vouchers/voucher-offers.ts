import { formatMoney } from '#model/platform/money.ts'

/** Maximum amount of a bought voucher, in minor units: 1,000.00 in currencies with two decimals. */
export const MAX_SOLD_CENTS = 100_000

export const MAX_OFFERED_AMOUNTS = 8

/** Latest delivery day of a voucher, in days after its purchase. */
export const MAX_DELIVERY_DAYS = 365

/** Amounts of vouchers that a promoter sells, in minor units. */
export interface OfferedAmounts {
  currency: string
  /** Fixed amounts, ascending. */
  amountsCents: readonly number[]
  /** Limits of an amount that the buyer chooses. Null when only fixed amounts are sold. */
  minCents: number | null
  maxCents: number | null
}

/** Returns why a voucher of this amount isn't sold, as a sentence. Undefined when it is. */
export function voucherAmountRefusal(
  { currency, amountsCents, minCents, maxCents }: OfferedAmounts,
  cents: number,
): string | undefined {
  if (amountsCents.includes(cents)) return undefined
  if (minCents === null || maxCents === null) return 'Choose one of the amounts.'
  if (cents >= minCents && cents <= maxCents) return undefined
  return `Enter an amount from ${formatMoney(minCents, currency)} to ${formatMoney(maxCents, currency)}.`
}

/** Hour of the day (UTC) from which vouchers with a delivery day are sent. */
const DELIVERY_HOUR = 7

/** Returns when a voucher with a delivery day such as `2026-12-24` is sent, in milliseconds since the epoch. */
export const voucherDeliveryTime = (day: string): number =>
  Date.parse(`${day}T00:00:00Z`) + DELIVERY_HOUR * 3_600_000

/**
 * Returns why a voucher can't be delivered on a day, as a sentence. Undefined when it can. A voucher for today is
 * delivered at once.
 */
export function deliveryDayRefusal(day: string, now: number): string | undefined {
  const start = Date.parse(`${day}T00:00:00Z`)
  const today = Math.floor(now / 86_400_000) * 86_400_000
  // West of UTC, the local date may still be yesterday's date in UTC.
  if (start < today - 86_400_000) return 'This day is in the past.'
  return start > today + MAX_DELIVERY_DAYS * 86_400_000 ? 'Choose a day within a year.' : undefined
}
