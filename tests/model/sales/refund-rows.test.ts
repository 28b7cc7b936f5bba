import { describe, expect, it } from 'vitest'
import { refundRows, type ReceiptRefund } from '#model/sales/refund-rows.ts'

const ORDER = { timeZone: 'Europe/Berlin', isPaidOutside: false }
const NOTHING: ReceiptRefund = {
  isPending: false,
  createdAt: '2026-11-28T23:30:00Z',
  moneyCents: 0,
  voucherCents: null,
  newVoucherCents: 0,
  returnedTickets: 0,
}

describe('rows of refunds', () => {
  it('are none for a refund of nothing', () => {
    expect(refundRows([NOTHING], ORDER)).toEqual([])
  })

  it('show returned free tickets without a date', () => {
    expect(refundRows([{ ...NOTHING, returnedTickets: 2 }], ORDER)).toEqual([
      { label: 'Returned: 2 tickets', cents: 0 },
    ])
  })

  it('show when nothing could be credited to the voucher', () => {
    expect(refundRows([{ ...NOTHING, voucherCents: 0 }], ORDER)).toEqual([
      { label: 'Credited to voucher on 29 November 2026', cents: 0 },
    ])
  })

  it('name the returned tickets once for all parts', () => {
    const pending = { ...NOTHING, isPending: true, moneyCents: 100, voucherCents: 50, returnedTickets: 1 }
    expect(refundRows([pending, { ...NOTHING, newVoucherCents: 70 }], ORDER)).toEqual([
      { label: 'Returned: 1 ticket, refund on its way since 29 November 2026', cents: -100 },
      { label: 'Credit to voucher on its way since 29 November 2026', cents: -50 },
      { label: 'Credited as a new voucher on 29 November 2026', cents: -70 },
    ])
  })
})
