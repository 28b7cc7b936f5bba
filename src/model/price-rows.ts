import type { Quote } from './quote.ts'
import { taxRows, type PriceRow } from './tax-words.ts'

/** What a price is made of, row by row: a discount is negative. Only the tickets are told when they cost nothing. */
export const priceRows = (
  { subtotalCents, discountCents, fees, tax }: Quote,
  promoCode: string | undefined,
): PriceRow[] =>
  [
    { label: 'Tickets', cents: subtotalCents },
    { label: promoCode ? `Discount (${promoCode})` : 'Discount', cents: -discountCents },
    { label: 'Ticket fees', cents: fees.ticketFeesCents },
    { label: 'Order fee', cents: fees.orderFeesCents },
    { label: 'Delivery', cents: fees.deliveryFeeCents },
    ...taxRows(tax),
  ].filter(({ cents }, index) => index === 0 || cents !== 0)
