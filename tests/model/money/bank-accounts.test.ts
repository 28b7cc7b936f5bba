import { expect, test } from 'vitest'
import {
  bankAccountFields,
  isRoutingNumber,
  isUsAccountNumber,
  lastFour,
  maskAccountNumber,
  normalizeAccountNumber,
} from '#model/money/bank-accounts.ts'

test.each([
  ['021000021', true],
  ['011401533', true],
  ['021000022', false],
  ['02100002', false],
  ['000000000', false],
  ['02100002a', false],
])('the routing number %s is valid: %s', (text, isValid) => {
  expect(isRoutingNumber(text)).toBe(isValid)
})

test.each([
  ['1234', true],
  ['12345678901234567', true],
  ['123', false],
  ['123456789012345678', false],
  ['12a4', false],
])('the account number %s is valid: %s', (text, isValid) => {
  expect(isUsAccountNumber(text)).toBe(isValid)
})

test('numbers are read as people type them, and shown masked', () => {
  expect(normalizeAccountNumber(' de89 3704-0044 0532 0130 00 ')).toBe('DE89370400440532013000')
  expect(maskAccountNumber(lastFour('DE89370400440532013000'))).toBe('•••• 3000')
})

test('a holder is required, and not longer than a bank file can carry', () => {
  const read = (holder: string) => bankAccountFields.safeParse({ currency: 'EUR', holder }).success
  expect([read('Aurora GmbH'), read('   '), read('x'.repeat(71))]).toEqual([true, false, false])
})
