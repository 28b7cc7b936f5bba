import { expect, test } from 'vitest'
import { feeRows } from '#islands/console/pricing/fee-labels.ts'

const PLATFORM = {
  ticketBaseFee: 0.49,
  ticketPercentageFee: '4%',
  orderProcessingFee: 0.9,
  orderPercentageFee: '0%',
}

test('a share of 0% isn’t listed beside an amount', () => {
  expect(feeRows(PLATFORM, 'EUR')).toEqual([
    ['Per ticket', '€0.49 + 4%'],
    ['Per order', '€0.90'],
  ])
})

test('no fee at all is “None”', () => {
  const none = { ...PLATFORM, ticketBaseFee: 0, ticketPercentageFee: '0%', orderProcessingFee: 0 }
  expect(feeRows(none, 'EUR').map(([, words]) => words)).toEqual(['None', 'None'])
})
