import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readTags } from '#model/catalog/categories.ts'
import { CURRENCIES } from '#model/platform/currencies.ts'
import { priceFilter, priceFilterLabel, priceSteps, readPriceFilter } from '#model/catalog/price-filters.ts'

test.each([
  ['free', { cents: 0, currency: undefined }, 'Free'],
  ['50-EUR', { cents: 5000, currency: 'EUR' }, 'Up to €50'],
  ['3000-JPY', { cents: 3000, currency: 'JPY' }, 'Up to ¥3,000'],
  ['20000-HUF', { cents: 2_000_000, currency: 'HUF' }, 'Up to Ft 20,000'],
])('%s is parsed and formatted', (filter, most, words) => {
  expect(readPriceFilter(filter)).toEqual(most)
  expect(priceFilterLabel(filter).replaceAll(/\s/g, ' ')).toBe(words)
})

test('each currency has three steps that are valid filters', () => {
  const steps = CURRENCIES.map(priceSteps)
  expect(steps.map((each) => new Set(each).size)).toEqual(CURRENCIES.map(() => 3))
  expect(steps.flat().filter((each) => !z.safeParse(priceFilter, each).success)).toEqual([])
})

test('tags are split at commas, in lower case, without duplicates', () => {
  expect(readTags(' Jazz,, live  music ,jazz,')).toEqual(['jazz', 'live music'])
})
