import { describe, expect, it } from 'vitest'
import { canInvoiceMonth, feeTax, includedFeeTax, monthAfter, monthOf } from '#model/money/fee-invoices.ts'

describe('the tax included in fees', () => {
  it.each([
    [450, 190_000, 72],
    [11_900, 190_000, 1900],
    [1, 190_000, 0],
    [-450, 190_000, -72],
    [450, 0, 0],
    [450, 1_000_000, 225],
    [99_999_999_999, 81_000, 7_493_061_980],
  ])('of %i with %i millionths is %i', (total, rate, tax) => {
    expect(includedFeeTax(total, rate)).toBe(tax)
  })
})

describe('months', () => {
  it('are in UTC and follow each other', () => {
    expect(monthOf(Date.parse('2026-12-31T23:59:59.999Z'))).toBe('2026-12')
    expect(monthAfter('2026-12')).toBe('2027-01')
    expect(monthAfter('2027-01')).toBe('2027-02')
  })

  it('are invoiced from the second day after', () => {
    const at = (text: string): boolean => canInvoiceMonth('2026-11', Date.parse(text))
    expect([at('2026-11-30T23:00:00Z'), at('2026-12-01T23:59:59Z'), at('2026-12-02T00:00:00Z')]).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('the tax of an invoice', () => {
  const platform = { name: 'VAT', rateMillionths: 190_000, note: '', country: 'DE', reverseChargeNote: 'RC' }
  it.each([
    ['at home', { country: 'DE', taxId: 'DE1' }, 190_000],
    ['abroad with a tax ID', { country: 'FR', taxId: 'FR1' }, 0],
    ['abroad without a tax ID', { country: 'FR', taxId: '' }, 190_000],
    ['in an unknown country', { country: undefined, taxId: 'X' }, 190_000],
  ])('%s', (_, promoter, rate) => {
    expect(feeTax(platform, promoter)).toMatchObject({ rateMillionths: rate, note: rate ? '' : 'RC' })
  })

  it('is charged everywhere without a reverse charge note', () => {
    const tax = feeTax({ ...platform, reverseChargeNote: '' }, { country: 'FR', taxId: 'FR1' })
    expect(tax.rateMillionths).toBe(190_000)
  })
})
