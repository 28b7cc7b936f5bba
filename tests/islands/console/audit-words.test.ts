import { describe, expect, test } from 'vitest'
import { actionWords, differencesOf, fieldWords, valueWords } from '#islands/console/audit/audit-words.ts'

describe('the audit log in words', () => {
  test.each([
    ['refundWindowDays', 'Refund window days'],
    ['memberId', 'Member'],
    ['commission_rule', 'Commission rule'],
  ])('%s is called %s', (name, words) => expect(fieldWords(name)).toBe(words))

  test('an action is told as what happened', () => {
    expect(actionWords('commission_rule.changed')).toBe('Commission rule changed')
  })

  test.each([
    [null, '–'],
    ['', '–'],
    [true, 'Yes'],
    [1200, '1,200'],
    [{ cents: 1250, currency: 'EUR' }, '€12.50'],
    [['a', 'b'], 'a; b'],
    [[], '–'],
    [{ kind: 'percentage', percent: 8 }, 'Kind: percentage, Percent: 8'],
    ['2026-12-01T18:00', '2026-12-01, 18:00'],
    ['Gate A', 'Gate A'],
  ])('%j reads %s', (value, words) => expect(valueWords(value)).toBe(words))

  test('two states are told field by field, with what one of them lacks', () => {
    expect(differencesOf({ before: { role: 'sales' }, after: { role: 'door', note: 'x' } })).toEqual([
      { field: 'Role', before: 'sales', after: 'door' },
      { field: 'Note', before: '–', after: 'x' },
    ])
  })
})
