import { percentToMillionths, toCents } from '#model/platform/money.ts'
import type { Order, OrderTax } from './orders.ts'
import { amountRows } from '#model/pricing/price-rows.ts'
import type { PriceRow } from '#model/pricing/tax-rows.ts'
import { NO_TAXES, type Taxes } from '#model/pricing/taxes.ts'

type ReceiptOrder = Pick<Order, 'currency' | 'subtotal' | 'discount' | 'fees' | 'tax' | 'promoCode'>

/** Returns the same rows as `amountRows`, for an order in the API's format (major units). */
export function receiptRows(order: ReceiptOrder): PriceRow[] {
  const { currency, fees, tax } = order
  const cents = (major: number): number => toCents(major, currency)
  return amountRows(
    {
      subtotalCents: cents(order.subtotal),
      discountCents: cents(order.discount),
      fees: {
        ticketFeesCents: cents(fees.ticketFees),
        orderFeesCents: cents(fees.orderFees),
        deliveryFeeCents: cents(fees.deliveryFee),
      },
      tax: tax ? toTaxes(tax, currency) : NO_TAXES,
    },
    order.promoCode,
  )
}

/**
 * Rows below the total of an order that vouchers pay in part or in full. Returns none for a late payment that was
 * refunded, because it used no voucher.
 */
export function paymentRows(
  order: Pick<Order, 'currency' | 'status' | 'vouchers' | 'amountDue' | 'tickets'>,
): PriceRow[] {
  const { currency, status, vouchers = [], amountDue, tickets } = order
  if (vouchers.length === 0 || (status === 'refunded' && tickets.length === 0)) return []
  const isOpen = status === 'pending' || status === 'cancelled' || status === 'expired'
  const rest = { label: isOpen ? 'Left to pay' : 'Paid by card', cents: toCents(amountDue, currency) }
  return [
    ...vouchers.map(({ codeEnd, amount }) => ({
      label: `${isOpen ? 'Voucher' : 'Paid with voucher'} …${codeEnd}`,
      cents: toCents(amount, currency),
    })),
    ...(rest.cents > 0 ? [rest] : []),
  ]
}

export const toTaxes = (tax: OrderTax, currency: string): Taxes => ({
  included: tax.included,
  taxCents: toCents(tax.total, currency),
  roundingCents: toCents(tax.rounding, currency),
  rates: tax.rates.map(({ name, rate, base, amount }) => ({
    name,
    rateMillionths: percentToMillionths(rate),
    baseCents: toCents(base, currency),
    taxCents: toCents(amount, currency),
  })),
})
