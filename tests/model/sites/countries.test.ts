import { expect, test } from 'vitest'
import { countryCodeOf, listCountries } from '#model/sites/countries.ts'

test.each([
  ['Germany', 'DE'],
  [' france ', 'FR'],
  ['United Kingdom', 'GB'],
  ['Nowhere', undefined],
])('%s is %s', (name, code) => {
  expect(countryCodeOf(name)).toBe(code)
})

test('every listed country has its code', () => {
  for (const { code, name } of listCountries()) expect(countryCodeOf(name)).toBe(code)
})
