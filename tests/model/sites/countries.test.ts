import { expect, test } from 'vitest'
import { countryCode, listCountries } from '#model/sites/countries.ts'

test.each([
  ['Germany', 'DE'],
  [' france ', 'FR'],
  ['United Kingdom', 'GB'],
  ['Nowhere', undefined],
])('%s is %s', (name, code) => {
  expect(countryCode(name)).toBe(code)
})

test('every listed country has its code', () => {
  for (const { code, name } of listCountries()) expect(countryCode(name)).toBe(code)
})
