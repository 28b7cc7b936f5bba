import { describe, expect, test } from 'vitest'
import {
  changedParts,
  partsToNotify,
  formatChangedParts,
  formatSchedule,
  type EventFacts,
} from '#model/catalog/event-changes.ts'

const FACTS: EventFacts = {
  codeMode: 'open',
  codeRevealHours: 24,
  startsAt: '2026-12-05T21:00',
  endsAt: '2026-12-06T01:00',
  doorsAt: '2026-12-05T20:00',
  timeZone: 'Europe/Berlin',
  venue: { name: 'Kraftwerk', street: '', city: 'Berlin', country: 'Germany' },
}

const MOVED = { ...FACTS.venue, street: 'Köpenicker Straße 70' }

describe('changes of an event', () => {
  test.each<[string, Partial<EventFacts>]>([
    ['', {}],
    ['date', { startsAt: '2026-12-12T21:00', endsAt: '2026-12-13T01:00', doorsAt: '2026-12-12T20:00' }],
    // One night becomes a festival.
    ['date', { endsAt: '2026-12-07T21:00' }],
    ['time', { startsAt: '2026-12-05T22:00' }],
    ['time', { endsAt: '2026-12-06T02:00' }],
    ['time', { doorsAt: '2026-12-05T19:30' }],
    ['time', { doorsAt: null }],
    ['time', { timeZone: 'Europe/London' }],
    ['place', { venue: MOVED }],
    ['time and place', { doorsAt: null, venue: MOVED }],
    ['date and place', { startsAt: '2026-12-04T21:00', venue: MOVED }],
  ])('are “%s”', (words, change) => {
    expect(formatChangedParts(changedParts(FACTS, { ...FACTS, ...change }))).toBe(words)
    expect(formatChangedParts(changedParts({ ...FACTS, ...change }, FACTS))).toBe(words)
  })

  test('are not reported once it is over', () => {
    const after = { ...FACTS, venue: MOVED }
    const end = Date.parse('2026-12-06T00:00:00Z')
    expect(partsToNotify(FACTS, after, end - 1)).toEqual(['place'])
    expect(partsToNotify(FACTS, after, end)).toEqual([])
  })

  test('are formatted in the venue’s time zone', () => {
    expect(formatSchedule(FACTS)).toBe('Saturday 5 December 2026, 21:00 – 01:00, Berlin time, doors 20:00')
  })
})
