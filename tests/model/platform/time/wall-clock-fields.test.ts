import { describe, expect, test } from 'vitest'
import { fromWallClock, toWallClock } from '#model/platform/time/wall-clock-fields.ts'

describe('wall-clock time at the venue', () => {
  test.each([
    ['2026-12-24T20:00', 'Europe/Berlin', '2026-12-24T19:00:00.000Z'],
    ['2026-07-24T20:00', 'Europe/Berlin', '2026-07-24T18:00:00.000Z'],
    ['2026-12-24T20:00', 'Asia/Tokyo', '2026-12-24T11:00:00.000Z'],
    ['2026-12-24T20:00', 'America/Los_Angeles', '2026-12-25T04:00:00.000Z'],
    ['2026-12-24T20:00', 'Asia/Kathmandu', '2026-12-24T14:15:00.000Z'],
  ])('%s in %s is %s, and back', (wall, timeZone, iso) => {
    expect(fromWallClock(wall, timeZone)).toBe(iso)
    expect(toWallClock(iso, timeZone)).toBe(wall)
  })

  test('of an ambiguous hour is the first one', () => {
    expect(fromWallClock('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  })

  test('skips an hour in spring', () => {
    expect(toWallClock(fromWallClock('2026-03-29T02:30', 'Europe/Berlin') ?? '', 'Europe/Berlin')).toBe(
      '2026-03-29T03:30',
    )
  })

  test('is undefined for other texts', () => {
    expect(fromWallClock('soon', 'Europe/Berlin')).toBeUndefined()
  })
})
