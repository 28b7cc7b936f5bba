import { expect, test } from 'vitest'
import { countryCode, listCountries } from '#model/countries.ts'

test.each([
  ['Germany', 'DE'],
  [' france ', 'FR'],
  ['United Kingdom', 'GB'],
  ['Nowhere', undefined],
])('%s is %s', (name, code) => {
  expect(countryCode(name)).toBe(code)
})

test('every country that can be chosen has the code that it is listed with', () => {
  for (const { code, name } of listCountries()) expect(countryCode(name)).toBe(code)
})
