import { describe, expect, it, test } from 'vitest'
import { pairingState, readPairingCode, formatPairingCode } from '#model/sales/door/pairings.ts'

test.each([
  ['K7QM-3XTD', 'K7QM3XTD'],
  [' k7qm 3xtd ', 'K7QM3XTD'],
  ['OOLI-0000', '00110000'],
  ['K7QM-3XT', undefined],
  ['K7QM-3XTDD', undefined],
  ['K7QM-3XTU', undefined],
  ['', undefined],
])('the typed code %j is %j', (typed, code) => {
  expect(readPairingCode(typed)).toBe(code)
})

test('a shown code can be read', () => {
  expect(readPairingCode(formatPairingCode('K7QM3XTD'))).toBe('K7QM3XTD')
})

describe('the state of a pairing', () => {
  const now = new Date('2026-11-24T20:00:00Z')
  const inMs = (ms: number): Date => new Date(now.getTime() + ms)
  const TWO_DAYS_MS = 2 * 86_400_000
  const fresh = { codeExpiresAt: inMs(1), pairedAt: null, revokedAt: null, lastEndsAt: inMs(1) }

  it.each([
    ['waits for its code', {}, 'waiting'],
    ['has expired with its code', { codeExpiresAt: now }, 'expired'],
    ['is active once paired', { codeExpiresAt: null, pairedAt: now }, 'active'],
    ['is active while a new code waits', { pairedAt: now }, 'active'],
    [
      'is active until two days after the last event',
      { pairedAt: now, lastEndsAt: inMs(1 - TWO_DAYS_MS) },
      'active',
    ],
    ['has ended two days after the last event', { pairedAt: now, lastEndsAt: inMs(-TWO_DAYS_MS) }, 'ended'],
    ['has ended without events', { pairedAt: now, lastEndsAt: null }, 'ended'],
    ['stays revoked while a new code waits', { pairedAt: now, revokedAt: now }, 'revoked'],
  ] as const)('%s', (_, facts, state) => {
    expect(pairingState({ ...fresh, ...facts }, now)).toBe(state)
  })
})
