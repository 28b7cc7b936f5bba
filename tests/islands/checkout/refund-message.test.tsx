import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ReturnPreview } from '#contracts/checkout/returns.ts'
import { ReturnDialog } from '#islands/checkout/order/ReturnDialog.tsx'

const PREVIEW: ReturnPreview = {
  tickets: [],
  method: 'voucher',
  currency: 'EUR',
  amount: 30,
  kept: 0,
  other: 0,
  toCard: 0,
  toVouchers: 30,
  toNewVoucher: 0,
  withheld: 0,
  voucherExpiresAt: null,
}

const WHY = 'can’t be credited to the voucher, because the voucher’s own purchase was refunded or disputed.'

it.each<[string, { values: Partial<ReturnPreview>; sentences: string[]; button: string }]>([
  [
    'all',
    {
      values: {},
      sentences: ['You get €30.00 as a credit to the voucher that you paid with.'],
      button: 'Return 1 ticket for €30.00',
    },
  ],
  [
    'a part',
    {
      values: { withheld: 20 },
      sentences: ['You get €10.00 as a credit to the voucher that you paid with.', `€20.00 ${WHY}`],
      button: 'Return 1 ticket for €10.00',
    },
  ],
  [
    'only the card’s part',
    {
      values: { amount: 40, toCard: 10, withheld: 30 },
      sentences: ['You get €10.00 back to your original payment method.', `€30.00 ${WHY}`],
      button: 'Return 1 ticket for €10.00',
    },
  ],
  ['nothing', { values: { withheld: 30 }, sentences: [`€30.00 ${WHY}`], button: 'Return 1 ticket' }],
])('the buyer confirms what goes back: %s', (_, { values, sentences, button }) => {
  const html = renderToStaticMarkup(
    createElement(ReturnDialog, {
      orderId: 'o',
      chosen: ['t'],
      method: 'money',
      preview: { ...PREVIEW, ...values },
      onChanged: () => {},
      onClose: () => {},
    }),
  )
  const texts = [...html.matchAll(/<(?:p|button)[^>]*>(.*?)<\/(?:p|button)>/g)].map(([, text = '']) =>
    text.replaceAll(/<[^>]*>/g, '').trim(),
  )
  expect(texts).toContain(sentences.join(' '))
  expect(texts).toContain(button)
})
