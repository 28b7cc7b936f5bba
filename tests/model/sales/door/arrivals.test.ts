import { expect, it, test } from 'vitest'
import { arrivalStepMinutes, fillArrivals } from '#model/sales/door/arrivals.ts'
import { listRemarks } from '#model/sales/door/remarks.ts'

const HOUR = 3_600_000

test.each([
  [0, 1],
  [HOUR, 1],
  [HOUR + 1, 5],
  [8 * HOUR, 5],
  [48 * HOUR, 15],
  [8 * 24 * HOUR, 60],
  [100 * 24 * HOUR, 1440],
])('a span of %i ms has steps of %i minutes', (spanMs, minutes) => {
  expect(arrivalStepMinutes(spanMs)).toBe(minutes)
})

it('fills steps without scans, up to a limit', () => {
  const step = (minute: number) => ({ atMs: minute * 60_000, entries: 1, exits: 0 })
  expect(fillArrivals([], 1)).toEqual([])
  expect(fillArrivals([step(0), step(2)], 1)).toEqual([
    step(0),
    { atMs: 60_000, entries: 0, exits: 0 },
    step(2),
  ])
  const many = fillArrivals([step(0), step(10_000_000)], 1)
  expect([many.length, many.at(-1)]).toEqual([400, step(10_000_000)])
})

it('a ticket’s own note comes before those of its lists', () => {
  const lists = [
    { name: 'VIP', note: 'Take to table 4', ticketTypeIds: ['vip'] },
    { name: 'Friday', note: '', ticketTypeIds: ['vip', 'floor'] },
  ]
  expect(listRemarks({ lists, note: 'Wheelchair', ticketTypeId: 'vip' })).toEqual({
    lists: ['VIP', 'Friday'],
    notes: ['Wheelchair', 'Take to table 4'],
  })
  expect(listRemarks({ lists, note: undefined, ticketTypeId: 'floor' })).toEqual({
    lists: ['Friday'],
    notes: [],
  })
})
