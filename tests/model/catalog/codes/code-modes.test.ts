import { describe, expect, it, test } from 'vitest'
import { codeAccess, eventCodesOf, type CodeAccess, type CodeMode } from '#model/catalog/codes/code-modes.ts'
import { codesMessage, codesMessages, hiddenCodesMessage } from '#model/catalog/codes/code-messages.ts'

const BEGINS = '2026-12-05T18:00:00.000Z'
const APPEAR = Date.parse('2026-12-04T18:00:00Z')
const codesOf = (mode: CodeMode) => eventCodesOf({ mode, hours: 24, beginsAt: BEGINS })
const event = (mode: CodeMode) => ({ title: 'Night Shift', codes: codesOf(mode), timeZone: 'Europe/Berlin' })

test.each<[CodeMode, number, CodeAccess]>([
  ['open', APPEAR - 1, 'shown'],
  ['late', APPEAR - 1, 'hidden'],
  ['late', APPEAR, 'shown'],
  ['live', APPEAR - 1, 'live'],
  ['live', APPEAR, 'live'],
])('a %s code, at %i, is %s', (codeMode, now, access) => {
  expect(codeAccess({ codeMode, appearAt: APPEAR }, now)).toBe(access)
})

test('late codes appear a number of hours before the event begins, others have no such time', () => {
  expect(codesOf('late').appearAt).toBe('2026-12-04T18:00:00.000Z')
  expect([codesOf('open').appearAt, codesOf('live').appearAt]).toEqual([null, null])
})

describe('the sentence about codes', () => {
  it('has the time at the venue, until they appear', () => {
    expect(codesMessage(event('late'), APPEAR - 1)).toBe(
      'QR codes of tickets appear on Fri 4 Dec, 19:00, Berlin time.',
    )
    expect(hiddenCodesMessage(event('late'), { count: 2, now: APPEAR - 1 })).toBe(
      'Your QR codes appear on Fri 4 Dec, 19:00, Berlin time. We’ll email you then.',
    )
    expect(codesMessage(event('late'), APPEAR)).toBe('')
    expect(hiddenCodesMessage(event('late'), { count: 1, now: APPEAR })).toBe('')
  })

  it('warns of live codes, and says nothing of others', () => {
    expect(codesMessage(event('live'), APPEAR)).toContain('Printed tickets and screenshots aren’t valid.')
    expect(hiddenCodesMessage(event('live'), { count: 1, now: APPEAR })).toContain('Your QR code is live')
    expect(codesMessage(event('open'), APPEAR)).toBe('')
  })

  it('names its event where there are several', () => {
    const sentences = codesMessages([event('open'), event('live')], APPEAR)
    expect(sentences).toEqual([expect.stringMatching(/^Night Shift: Tickets are for phones only/)])
  })
})
