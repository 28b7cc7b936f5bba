import { expect, it } from 'vitest'
import { areTimesValid } from '#model/catalog/event-times.ts'
import { parseEventMoments } from '#server/catalog/events/event-moments.ts'

const BERLIN = {
  startsAt: '2027-03-27T20:00',
  endsAt: '2027-03-28T06:00',
  doorsAt: null,
  timeZone: 'Europe/Berlin',
}

it.each([
  ['a night', {}, true],
  ['doors before the start', { doorsAt: '2027-03-27T19:00' }, true],
  ['doors that open late', { doorsAt: '2027-03-28T03:00' }, true],
  ['doors at the end', { doorsAt: '2027-03-28T06:00' }, false],
  ['an end at the start', { endsAt: '2027-03-27T20:00' }, false],
  ['an end before the start', { endsAt: '2027-03-27T19:00' }, false],
  ['a start in a skipped hour', { startsAt: '2027-03-28T02:30' }, false],
  ['an end in a skipped hour', { endsAt: '2027-03-28T02:00' }, false],
  ['doors in a skipped hour', { doorsAt: '2027-03-28T02:59' }, false],
  ['a start right after a skipped hour', { startsAt: '2027-03-28T03:00' }, true],
  ['the same hour without a clock change', { startsAt: '2027-03-28T02:30', timeZone: 'Asia/Tokyo' }, true],
  ['an hour that comes twice', { startsAt: '2027-10-31T02:30', endsAt: '2027-10-31T02:45' }, true],
])('judges %s like the server', (_, change, isValid) => {
  const times = { ...BERLIN, ...change }
  expect(areTimesValid(times)).toBe(isValid)
  expect(parseEventMoments(times).success).toBe(isValid)
})
