import { describe, expect, test } from 'vitest'
import type { Act } from '#model/catalog/line-up/acts.ts'
import { countEventDays, lineUpByDay } from '#model/catalog/line-up/line-up.ts'

test.each([
  ['an evening', ['2026-12-24T20:00', '2026-12-24T23:00'], 1],
  ['a night', ['2026-12-24T23:00', '2026-12-25T10:00'], 1],
  ['a night until noon', ['2026-12-24T23:00', '2026-12-25T12:00'], 1],
  ['an evening and the day after', ['2026-12-24T20:00', '2026-12-25T18:00'], 2],
  ['a day and a night', ['2026-12-24T10:00', '2026-12-25T11:00'], 2],
  ['a weekend over the end of a year', ['2026-12-31T15:00', '2027-01-02T23:00'], 3],
  ['a summer', ['2026-06-01T10:00', '2026-08-31T18:00'], 31],
  ['an end that is being typed', ['2026-12-24T20:00', ''], 1],
] as const)('%s has its number of days', (_, [startsAt, endsAt], days) => {
  expect(countEventDays({ startsAt, endsAt })).toBe(days)
})

const act = (name: string, day: number): Act => ({ name, day, time: null, link: '' })
const event = { startsAt: '2026-12-31T23:30:00Z', timeZone: 'Europe/Berlin' }

describe('a line-up', () => {
  test('on one day has no heading', () => {
    expect(lineUpByDay({ ...event, lineUp: [act('A', 0), act('B', 0)] })).toEqual([
      { heading: '', acts: [act('A', 0), act('B', 0)] },
    ])
  })

  test('on several days is grouped by date at the venue, in the promoter’s order', () => {
    expect(lineUpByDay({ ...event, lineUp: [act('C', 2), act('A', 0), act('D', 2)] })).toEqual([
      { heading: 'Friday 1 January', acts: [act('A', 0)] },
      { heading: 'Sunday 3 January', acts: [act('C', 2), act('D', 2)] },
    ])
  })
})
