import { describe, expect, it } from 'vitest'
import { priceRows } from '#model/pricing/price-rows.ts'
import { receiptRows } from '#model/sales/receipt-rows.ts'
import { NO_TAXES } from '#model/pricing/taxes.ts'

const amounts = {
  subtotalCents: 5000,
  discountCents: 500,
  fees: { ticketFeesCents: 300, orderFeesCents: 100, deliveryFeeCents: 0 },
  tax: NO_TAXES,
}
const order = {
  currency: 'EUR',
  subtotal: 50,
  discount: 5,
  promoCode: 'SAVE5',
  fees: { ticketFees: 3, orderFees: 1, deliveryFee: 4.5, totalFees: 8.5 },
}

describe('§5 the subtotal shown is after discount', () => {
  it('in the summary of a cart and of a checkout', () => {
    expect(priceRows(amounts, 'SAVE5')).toEqual([
      { label: 'Tickets', cents: 5000 },
      { label: 'Discount (SAVE5)', cents: -500 },
      { label: 'Subtotal', cents: 4500 },
      { label: 'Ticket fees', cents: 300 },
      { label: 'Order fee', cents: 100 },
    ])
  })

  it('without a discount, the first row is the subtotal', () => {
    expect(priceRows({ ...amounts, discountCents: 0 }, undefined).slice(0, 2)).toEqual([
      { label: 'Subtotal', cents: 5000 },
      { label: 'Ticket fees', cents: 300 },
    ])
  })

  it('in the receipt of an order, below its items', () => {
    expect(receiptRows(order)).toEqual([
      { label: 'Discount (SAVE5)', cents: -500 },
      { label: 'Subtotal', cents: 4500 },
      { label: 'Ticket fees', cents: 300 },
      { label: 'Order fee', cents: 100 },
      { label: 'Delivery', cents: 450 },
    ])
  })

  it('also when it is zero', () => {
    const free = { ...order, subtotal: 5, discount: 5, fees: { ...order.fees, ticketFees: 0, orderFees: 0 } }
    expect(receiptRows(free).map(({ label }) => label)).toEqual(['Discount (SAVE5)', 'Subtotal', 'Delivery'])
  })
})
