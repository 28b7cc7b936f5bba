import { describe, expect, it, test } from 'vitest'
import { BASE32_ALPHABET } from '#model/sales/door/base32.ts'
import { formatVoucherCode, readVoucherCode, voucherCodeEnd } from '#model/sales/vouchers/voucher-codes.ts'
import {
  availableVoucherCents,
  divideCreditBetweenVouchers,
  divideBetweenVouchers,
  voucherExpiry,
  voucherRefusal,
  voucherStatesBefore,
  type UsedVoucher,
} from '#model/sales/vouchers/vouchers.ts'

test.each([
  ['ABCD-EFGH-JKMN-PQRS', 'ABCDEFGHJKMNPQRS'],
  [' abcd efgh jkmn pqrs ', 'ABCDEFGHJKMNPQRS'],
  ['0O1I-LUVW-XYZ2-3456', '00111VVWXYZ23456'],
  ['ABCD-EFGH-JKMN-PQR', undefined],
  ['ABCD-EFGH-JKMN-PQRST', undefined],
  ['ABCD-EFGH-JKMN-PQR!', undefined],
  ['', undefined],
])('the code %s is read as %s', (typed, code) => expect(readVoucherCode(typed)).toBe(code))

test('a code is printed in groups of four, and its last group names the voucher', () => {
  const code = BASE32_ALPHABET.slice(0, 16)
  expect(formatVoucherCode(code)).toBe('0123-4567-89AB-CDEF')
  expect(readVoucherCode(formatVoucherCode(code))).toBe(code)
  expect(voucherCodeEnd(code)).toBe('CDEF')
})

describe('what vouchers pay', () => {
  const two = [
    { code: 'A', availableCents: 2000 },
    { code: 'B', availableCents: 5000 },
  ]
  const amounts = (totalCents: number) =>
    divideBetweenVouchers(totalCents, two).map(({ voucher, amountCents }) => [voucher.code, amountCents])

  it.each([
    [
      'a part',
      10_000,
      [
        ['A', 2000],
        ['B', 5000],
      ],
    ],
    [
      'all, the second in part',
      3000,
      [
        ['A', 2000],
        ['B', 1000],
      ],
    ],
    ['all with the first', 2000, [['A', 2000]]],
    ['nothing of a free order', 0, []],
  ])('is %s of %i', (_what, totalCents, expected) => expect(amounts(totalCents)).toEqual(expected))
})

describe('an order can’t use a voucher', () => {
  const good: UsedVoucher = {
    status: 'active',
    currency: 'EUR',
    balanceCents: 5000,
    reservedCents: 1000,
    expiresAt: 100,
  }
  const refuse = (change: Partial<UsedVoucher>, amountCents = 4000) =>
    voucherRefusal({ ...good, ...change }, { amountCents, currency: 'EUR', now: 50 })

  it.each([
    ['that is void', { status: 'void' }, 'VOUCHER_UNKNOWN'],
    ['of another currency', { currency: 'USD' }, 'VOUCHER_OTHER_CURRENCY'],
    ['that the job has ended', { status: 'expired', expiresAt: 200 }, 'VOUCHER_EXPIRED'],
    ['at the moment of its expiry', { expiresAt: 50 }, 'VOUCHER_EXPIRED'],
    ['whose rest other orders have reserved', { reservedCents: 1001 }, 'VOUCHER_BALANCE'],
  ] as const)('%s', (_what, change, code) => expect(refuse(change)).toBe(code))

  it('unless exactly the amount is available', () => expect(refuse({})).toBeUndefined())
  it('with more reserved than left, of which nothing is available', () =>
    expect(availableVoucherCents({ balanceCents: 100, reservedCents: 300 })).toBe(0))
})

test.each([
  ['2026-11-27T10:00:00Z', 3, '2030-01-01T00:00:00.000Z'],
  ['2026-01-01T00:00:00Z', 3, '2030-01-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59Z', 1, '2028-01-01T00:00:00.000Z'],
])('a voucher of %s is valid for %i full years, until %s', (issued, years, until) =>
  expect(new Date(voucherExpiry(Date.parse(issued), years)).toISOString()).toBe(until),
)

test('only refunds make an ended voucher active, and no state follows itself', () => {
  expect(voucherStatesBefore('active')).toEqual(['expired', 'void'])
  expect(voucherStatesBefore('expired')).toEqual(['active'])
  expect(voucherStatesBefore('void')).toEqual(['active'])
})

describe('what goes back on vouchers', () => {
  const uses = [
    { id: 'first', amountCents: 2000, returnedCents: 0 },
    { id: 'last', amountCents: 1000, returnedCents: 400 },
  ]
  const back = (cents: number) =>
    divideCreditBetweenVouchers(cents, uses).map(({ use, amountCents }) => [use.id, amountCents])

  it.each([
    [500, [['last', 500]]],
    [600, [['last', 600]]],
    [
      1500,
      [
        ['last', 600],
        ['first', 900],
      ],
    ],
    [0, []],
  ])('of %i starts with the last used one', (cents, expected) => expect(back(cents)).toEqual(expected))
})
