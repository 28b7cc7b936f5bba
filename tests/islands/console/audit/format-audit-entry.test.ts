import { describe, expect, test } from 'vitest'
import {
  formatAction,
  formatActor,
  auditDifferences,
  fieldLabel,
  formatValue,
} from '#islands/console/audit/format-audit-entry.ts'

describe('formatting of the audit log', () => {
  test.each([
    ['refundWindowDays', 'Refund window days'],
    ['memberId', 'Member'],
    ['ticketTypeIds', 'Ticket type ids'],
    ['commission_rule', 'Commission rule'],
    ['capacity_pool', 'Shared capacity'],
    ['videoUrl', 'Video link'],
    ['taxIds', 'Taxes'],
  ])('%s is called %s', (name, words) => expect(fieldLabel(name)).toBe(words))

  test('describes an action in the past tense', () => {
    expect(formatAction('commission_rule.changed')).toBe('Commission rule changed')
    expect(formatAction('capacity_pool.created')).toBe('Shared capacity created')
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
    ['/uploads/7219b0e79ddfc473.webp', 'Image'],
    [[{ alt: '', height: 600, sources: [{ url: '/uploads/7219b0e7.webp', width: 640 }] }], 'Image'],
    [{ alt: 'A barn', height: 600, sources: [] }, 'A barn'],
    [{ id: '5d1a914a', kind: 'text', label: 'Vegetarian?', choices: [] }, 'Kind: text, Label: Vegetarian?'],
    [{ city: '', name: '', street: '' }, '–'],
  ])('formats %j as %s', (value, words) => expect(formatValue(value)).toBe(words))

  test.each([
    ['buyer', 'Buyer'],
    ['holder', 'Ticket holder'],
    ['foyer', 'Foyer or a deleted account'],
  ] as const)('names who has no account: %s', (kind, words) => {
    expect(formatActor({ kind, id: null, name: '' })).toBe(words)
  })

  test('replaces ids by names, and omits internal fields', () => {
    const [ada, gone] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
    const names = { [ada]: 'Ada Lovelace', [gone]: '' }
    const after = { memberId: ada, ticketTypeIds: [gone], fact: `order_resent:${gone}`, noteId: gone }
    expect(auditDifferences({ action: 'link.created', before: null, after, names })).toEqual([
      { field: 'Member', before: '–', after: 'Ada Lovelace' },
      { field: 'Ticket type ids', before: '–', after: 'Deleted' },
    ])
  })

  test('of a new ticket type, only what it has is listed', () => {
    const after = { name: 'Standing', pool: null, taxIds: [], description: '', isHidden: false }
    expect(auditDifferences({ action: 'ticket_type.created', before: null, after })).toEqual([
      { field: 'Name', before: '–', after: 'Standing' },
      { field: 'Hidden', before: '–', after: 'No' },
    ])
  })

  test('names the source of fees', () => {
    const states = {
      before: { source: 'promoter', ticketPercentageFee: 5 },
      after: { source: 'default', ticketPercentageFee: 2 },
    }
    expect(auditDifferences({ action: 'fees.changed', names: {}, ...states })).toEqual([
      { field: 'Source', before: 'Your fees', after: 'Default fees' },
      { field: 'Ticket percentage fee', before: '5', after: '2' },
    ])
  })

  test('lists two states field by field, including missing ones', () => {
    expect(auditDifferences({ before: { role: 'sales' }, after: { role: 'door', note: 'x' } })).toEqual([
      { field: 'Role', before: 'Sales', after: 'Door' },
      { field: 'Note', before: '–', after: 'x' },
    ])
  })
})
