import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { OrderMoney } from '#islands/console/orders/detail/OrderMoney.tsx'

const REFUND: OrderDetail['refunds'][number] = {
  id: 'r',
  status: 'succeeded',
  amount: 54.5,
  fees: 4.5,
  currency: 'EUR',
  note: '',
  createdAt: '2026-07-01T10:00:00.000Z',
}

const ORDER = {
  currency: 'EUR',
  status: 'refunded',
  items: [],
  tickets: [],
  subtotal: 50,
  discount: 0,
  fees: { ticketFees: 3.5, orderFees: 1, deliveryFee: 0, total: 4.5 },
  total: 54.5,
  amountDue: 24.5,
}

/** The amount of the row `Refunded`. */
function refundedIn(refunds: OrderDetail['refunds']): string | undefined {
  const detail = {
    order: ORDER,
    refunds,
    takenOutside: null,
    paidAt: null,
  } as unknown as OrderDetail
  const html = renderToStaticMarkup(createElement(OrderMoney, { detail }))
  return /<dt[^>]*>Refunded<\/dt><dd>([^<]*)</.exec(html)?.[1]
}

it.each<[string, OrderDetail['refunds'], string | undefined]>([
  ['all of it', [REFUND], '−€54.50'],
  ['without what is withheld', [{ ...REFUND, withheld: 20 }], '−€34.50'],
  [
    'of several refunds',
    [
      { ...REFUND, amount: 30, withheld: 20 },
      { ...REFUND, amount: 24.5 },
    ],
    '−€34.50',
  ],
  ['not of failed ones', [{ ...REFUND, status: 'failed' }], undefined],
])('an order’s money shows what was refunded to the buyer: %s', (_, refunds, amount) => {
  expect(refundedIn(refunds)).toBe(amount)
})
