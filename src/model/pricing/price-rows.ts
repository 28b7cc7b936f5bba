import type { Quote } from './quote.ts'
import { taxRows, type PriceRow } from './tax-rows.ts'

type Amounts = Pick<Quote, 'subtotalCents' | 'discountCents' | 'tax'> & {
  fees: Omit<Quote['fees'], 'totalFeesCents'>
}

/**
 * Returns the rows of a price summary above the total. Discounts are negative. With a discount, the first row is the
 * sum before it.
 */
export const priceRows = (price: Amounts, promoCode: string | undefined): PriceRow[] =>
  price.discountCents > 0
    ? [{ label: 'Tickets', cents: price.subtotalCents }, ...amountRows(price, promoCode)]
    : amountRows(price, promoCode)

/**
 * Returns rows for discount, subtotal (after discount, specification §5), fees and taxes. Leaves out rows of 0, except the
 * subtotal.
 */
export const amountRows = (
  { subtotalCents, discountCents, fees, tax }: Amounts,
  promoCode: string | undefined,
): PriceRow[] => [
  ...withoutZeros([{ label: promoCode ? `Discount (${promoCode})` : 'Discount', cents: -discountCents }]),
  { label: 'Subtotal', cents: subtotalCents - discountCents },
  ...withoutZeros([
    { label: 'Ticket fees', cents: fees.ticketFeesCents },
    { label: 'Order fee', cents: fees.orderFeesCents },
    { label: 'Delivery', cents: fees.deliveryFeeCents },
    ...taxRows(tax),
  ]),
]

const withoutZeros = (rows: readonly PriceRow[]): PriceRow[] => rows.filter(({ cents }) => cents !== 0)
