import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readClockOffset } from '#browser/checkout/server-clock.ts'

const DEVICE = Date.parse('2026-12-04T20:00:00Z')
/** The page's scripts run this long after navigation began. */
const SCRIPTS_MS = 30_000

const arriveAfter = (responseStart: number) =>
  vi
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue([Object.assign(performance.mark('navigation'), { responseStart })])

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: DEVICE })
  vi.spyOn(performance, 'now').mockReturnValue(SCRIPTS_MS)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})

test.each([
  ['a page whose scripts load slowly', { arrivedMs: 400, aheadMs: 0, offsetMs: 0 }],
  ['a server that takes some time', { arrivedMs: 4000, aheadMs: -3600, offsetMs: 0 }],
  ['a clock that is slow by a minute', { arrivedMs: 400, aheadMs: 60_000, offsetMs: 60_000 }],
  ['a clock that is fast by a minute', { arrivedMs: 400, aheadMs: -60_000, offsetMs: -60_000 }],
])('tells the difference of clocks from the time of loading: %s', (_, { arrivedMs, aheadMs, offsetMs }) => {
  arriveAfter(arrivedMs)
  const arrivedAt = DEVICE - (SCRIPTS_MS - arrivedMs)
  expect(readClockOffset(arrivedAt + aheadMs)).toBe(offsetMs)
  expect(readClockOffset(undefined)).toBe(offsetMs)
})

test.each([
  ['tells nothing', () => vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])],
  ['hides it', () => arriveAfter(0)],
])('compares with the time of the call where the browser %s', (_, hide) => {
  hide()
  expect(readClockOffset(DEVICE + 60_000)).toBe(60_000)
})
