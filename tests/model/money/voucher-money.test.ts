import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  refundEntries,
  saleEntries,
  saleShares,
  voucherEndEntries,
  voucherGrantEntries,
  type LedgerEntry,
} from '#model/money/ledger.ts'
import { cardPartOf, splitRefund, type SplitRefund } from '#model/money/refunds.ts'
import { returnRulesFor, type OfferedReturnRule } from '#model/money/returns/plan-return.ts'
import { sumStatement } from '#model/money/settlements.ts'

/** 100.00 with 19.00 of taxes and 4.00 of fees, of which the platform's share is 3.00. */
const order = {
  subtotalCents: 9600,
  discountCents: 0,
  ticketFeesCents: 300,
  orderFeesCents: 100,
  deliveryFeeCents: 0,
  platformShareCents: 300,
  taxCents: 1900,
  totalCents: 10_000,
  taxesRemittedBy: 'promoter' as const,
}
const PAID_IN = { voucherId: 'paid in', amountCents: 2000, isPaidIn: true }
const GIVEN = { voucherId: 'given', amountCents: 3000, isPaidIn: false }

const balances = (entries: readonly LedgerEntry[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(entries, ({ account }) => account)].map(([account, of]) => [
      account,
      of.reduce((sum, { amountCents }) => sum + amountCents, 0),
    ]),
  )
const sumOf = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { amountCents }) => sum + amountCents, 0)

describe('a sale that vouchers pay', () => {
  it('takes their amounts; the promoter pays for those that it has given out', () => {
    const entries = saleEntries(order, [PAID_IN, GIVEN])
    expect(balances(entries)).toEqual({
      buyer: -5000,
      vouchers: -5000,
      voucher_grants: 3000,
      promoter: 10_000 - 1900 - 300 - 3000,
      taxes: 1900,
      platform_fees: 300,
    })
    expect(entries.filter(({ voucherId }) => voucherId !== undefined)).toEqual([
      { account: 'vouchers', amountCents: -2000, voucherId: 'paid in' },
      { account: 'vouchers', amountCents: -3000, voucherId: 'given' },
    ])
  })

  it('completely has no entry of the buyer, and its refund is the opposite', () => {
    const all = [{ ...GIVEN, amountCents: 10_000 }]
    const sale = saleEntries(order, all)
    expect(balances(sale)).not.toHaveProperty('buyer')
    const refund = refundEntries(saleShares(order), 'promoter', all)
    const both = balances([...sale, ...refund])
    expect(Object.values(both).every((cents) => cents === 0)).toBe(true)
  })

  it('shows on the statement as a sale of the total, less what the promoter pays for its vouchers', () => {
    const sums = saleEntries(order, [PAID_IN, GIVEN]).map(({ account, amountCents }) => ({
      kind: 'sale',
      account,
      cents: amountCents,
    }))
    expect(sumStatement(sums)).toEqual({
      lines: [
        { kind: 'sales', cents: 10_000 },
        { kind: 'platform_share', cents: -300 },
        { kind: 'vouchers', cents: -3000 },
      ],
      totalCents: 6700,
      taxesCents: 1900,
    })
  })
})

test('issuing, voiding and expiry of given-out vouchers don’t change the promoter’s balance', () => {
  const all = [
    ...voucherGrantEntries('v', 5000),
    ...voucherEndEntries({ ...GIVEN, voucherId: 'v', amountCents: 5000 }),
  ]
  expect(balances(all)).toEqual({ vouchers: 0, voucher_grants: 0 })
  const kinds = ['voucher_issued', 'voucher_voided', 'voucher_expired']
  const sums = kinds.flatMap((kind) =>
    voucherGrantEntries('v', 1).map(({ account, amountCents }) => ({ kind, account, cents: amountCents })),
  )
  expect(sumStatement(sums)).toEqual({ lines: [], totalCents: 0, taxesCents: 0 })
})

test('what is left on an expired credit voucher is the promoter’s', () => {
  expect(balances(voucherEndEntries(PAID_IN))).toEqual({ vouchers: -2000, promoter: 2000 })
})

describe('a refund', () => {
  it('of any parts, in any order, returns what each means has paid, to the cent', () => {
    const amounts = fc.array(
      fc.record({ cents: fc.integer({ min: 1, max: 6000 }), asVoucher: fc.boolean() }),
      {
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(fc.nat({ max: 10_000 }), amounts, (voucherCents, asked) => {
        const before: SplitRefund[] = []
        for (const { cents, asVoucher } of asked) {
          const left = 10_000 - before.reduce((sum, { amountCents }) => sum + amountCents, 0)
          const amountCents = Math.min(cents, left)
          const split = splitRefund(amountCents, { totalCents: 10_000, voucherCents }, { before, asVoucher })
          const refund = { amountCents, ...split }
          expect(cardPartOf(refund)).toBeGreaterThanOrEqual(0)
          expect(asVoucher ? cardPartOf(refund) : split.creditCents).toBe(0)
          before.push(refund)
        }
        const returned = before.reduce((sum, refund) => sum + refund.voucherCents, 0)
        const paidBack = before.reduce((sum, refund) => sum + refund.amountCents - refund.voucherCents, 0)
        expect(returned).toBeLessThanOrEqual(voucherCents)
        expect(paidBack).toBeLessThanOrEqual(10_000 - voucherCents)
        // The card first.
        expect(returned > 0 ? paidBack : 10_000 - voucherCents).toBe(10_000 - voucherCents)
      }),
    )
  })

  it('in entries always adds up to zero', () => {
    fc.assert(
      fc.property(fc.nat({ max: 5000 }), fc.nat({ max: 5000 }), (one, other) => {
        const parts = [
          { ...PAID_IN, amountCents: one },
          { ...GIVEN, amountCents: other },
        ]
        expect(sumOf(saleEntries(order, parts))).toBe(0)
        expect(sumOf(refundEntries(saleShares(order), 'platform', parts))).toBe(0)
      }),
    )
  })
})

test('rules are those that offer what the buyer chooses, for a voucher without the deduction if they say so', () => {
  const rule: OfferedReturnRule = {
    feeBasisPoints: 1000,
    feeCents: 200,
    returnsFees: true,
    refundAs: 'money',
    voucherInFull: false,
  }
  const full = { ...rule, refundAs: 'choice', voucherInFull: true } as const
  expect(returnRulesFor('money', [rule, full])).toEqual([rule, full])
  expect(returnRulesFor('voucher', [rule, full])).toEqual([{ ...full, feeBasisPoints: 0, feeCents: 0 }])
  expect(returnRulesFor('voucher', [rule])).toEqual([])
})
