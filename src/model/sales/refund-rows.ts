import { formatDay } from '#model/catalog/format-event.ts'
import type { PriceRow } from '#model/pricing/tax-rows.ts'

/** A refund that hasn't failed, as the buyer sees it. Amounts in minor units. */
export interface ReceiptRefund {
  isPending: boolean
  /** Time of the refund in ISO 8601. */
  createdAt: string
  /** Part for the payment method, or that the organiser pays for an order that was paid outside Foyer. */
  moneyCents: number
  /** Part for the vouchers that paid the order, without the amount that can't be credited. Null without such a part. */
  voucherCents: number | null
  /** Part that becomes a new voucher. */
  newVoucherCents: number
  /** Number of tickets that the buyer returned; 0 for other refunds. */
  returnedTickets: number
}

/** Rows of a receipt for its refunds, with negative amounts and dates in `timeZone`. */
export function refundRows(
  refunds: readonly ReceiptRefund[],
  order: { timeZone: string; isPaidOutside: boolean },
): PriceRow[] {
  return refunds.flatMap((refund) => {
    const parts = partsOf(refund, order.isPaidOutside)
    const on = `${refund.isPending ? 'since' : 'on'} ${formatDay(refund.createdAt, order.timeZone)}`
    const returned = returnedLabel(refund.returnedTickets)
    if (parts.length === 0) return returned ? [{ label: returned, cents: 0 }] : []
    return parts.map(({ label, cents }, index) => ({
      label: index === 0 && returned ? `${returned}, ${lowerFirst(label)} ${on}` : `${label} ${on}`,
      // For 0, `-cents` would be -0.
      cents: 0 - cents,
    }))
  })
}

function partsOf(refund: ReceiptRefund, isPaidOutside: boolean): PriceRow[] {
  const { isPending, moneyCents, voucherCents, newVoucherCents } = refund
  const refunded = isPaidOutside ? 'Refund by the organiser' : 'Refunded'
  return [
    ...(moneyCents > 0 ? [{ label: isPending ? 'Refund on its way' : refunded, cents: moneyCents }] : []),
    ...(voucherCents === null
      ? []
      : [
          {
            label: isPending ? 'Credit to voucher on its way' : 'Credited to voucher',
            cents: voucherCents,
          },
        ]),
    ...(newVoucherCents > 0
      ? [
          {
            label: isPending ? 'New voucher on its way' : 'Credited as a new voucher',
            cents: newVoucherCents,
          },
        ]
      : []),
  ]
}

const returnedLabel = (tickets: number): string =>
  tickets === 0 ? '' : tickets === 1 ? 'Returned: 1 ticket' : `Returned: ${tickets} tickets`

const lowerFirst = (label: string): string => label.slice(0, 1).toLowerCase() + label.slice(1)
