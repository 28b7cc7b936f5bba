import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  creditForReversal,
  creditForReturn,
  SOLD_VOUCHER_STATES,
  soldVoucherEvent,
  type SoldVoucherAmounts,
} from '#model/sales/vouchers/sold-vouchers.ts'
import { voucherStatus } from '#model/sales/vouchers/vouchers.ts'

const MONEY: SoldVoucherAmounts = {
  amountCents: 5000,
  balanceCents: 0,
  spentCents: 0,
  goneCents: 0,
  openCents: 0,
  expiredCents: 0,
}

describe('what a returned order puts back on the voucher that paid it', () => {
  it.each([
    {
      why: 'all, while its sale was not refunded',
      money: { balanceCents: 2000, spentCents: 3000 },
      back: 3000,
    },
    { why: 'what a refund of its sale has left', money: { spentCents: 3000, goneCents: 4000 }, back: 1000 },
    { why: 'nothing after a refund of everything', money: { spentCents: 3000, goneCents: 5000 }, back: 0 },
    { why: 'nothing that other orders have used', money: { spentCents: 4500, goneCents: 4000 }, back: 0 },
    { why: 'all after the rest has expired', money: { spentCents: 3000, expiredCents: 2000 }, back: 3000 },
  ])('$why', ({ money, back }) => {
    expect(creditForReturn(3000, { ...MONEY, ...money })).toBe(back)
  })

  it('never exceeds the voucher’s money', () => {
    const cents = fc.integer({ min: 0, max: 5000 })
    fc.assert(
      fc.property(fc.tuple(cents, cents, cents, cents), ([balanceCents, spentCents, goneCents, asked]) => {
        const returned = Math.min(asked, spentCents)
        const back = creditForReturn(returned, { ...MONEY, balanceCents, spentCents, goneCents })
        expect(back).toBeLessThanOrEqual(returned)
        const covered = 5000 - goneCents - (spentCents - returned)
        expect(balanceCents + back).toBeLessThanOrEqual(Math.max(balanceCents, covered))
      }),
    )
  })
})

it.each([
  { why: 'what it took', money: { spentCents: 2000 }, back: 3000 },
  { why: 'also what a returned order could not put back', money: {}, back: 5000 },
  { why: 'nothing that another refund has returned', money: { goneCents: 5000 }, back: 0 },
  { why: 'nothing that has expired', money: { spentCents: 2000, expiredCents: 3000 }, back: 0 },
])('a won dispute puts back $why', ({ money, back }) => {
  expect(creditForReversal(5000, { ...MONEY, ...money })).toBe(back)
})

it('a bought voucher is void exactly while its money is gone, unless it has expired', () => {
  const gone = soldVoucherEvent({ ...MONEY, goneCents: 5000 }, 0)
  const disputed = soldVoucherEvent({ ...MONEY, goneCents: 5000, openCents: 1 }, -5000)
  const back = soldVoucherEvent(MONEY, 1)
  for (const status of voucherStatus.options) {
    expect(SOLD_VOUCHER_STATES[gone][status]).toBe(status === 'expired' ? 'expired' : 'void')
    expect(SOLD_VOUCHER_STATES[disputed][status]).toBe(status === 'expired' ? 'expired' : 'active')
    expect(SOLD_VOUCHER_STATES[back][status]).toBe('active')
  }
})
