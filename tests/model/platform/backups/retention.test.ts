import { describe, expect, test } from 'vitest'
import {
  reasonForBaseBackup,
  selectBasesToKeep,
  chooseBaseBackup,
  isPieceNeeded,
  type StoredBase,
} from '#model/platform/backups/retention.ts'
import { SEGMENT_BYTES } from '#model/platform/backups/wal.ts'

const DAY = 86_400_000
const base = (day: number, more: Partial<StoredBase> = {}): StoredBase => ({
  id: `day ${day}`,
  timeline: 1,
  startLsn: day * SEGMENT_BYTES + 100,
  finishedAt: day * DAY,
  ...more,
})
const idsOf = (bases: readonly StoredBase[]): string[] => bases.map(({ id }) => id).toSorted()

describe('bases are kept', () => {
  test.each([
    [
      'of the days, and one from which their beginning can be reached',
      { of: [1, 2, 3, 4, 5], today: 5.5, keep: 2, kept: [3, 4, 5] },
    ],
    ['all, while none is older', { of: [4, 5], today: 5.5, keep: 7, kept: [4, 5] }],
    ['the newest one, however old', { of: [1, 2], today: 100, keep: 7, kept: [2] }],
    ['none of none', { of: [], today: 5, keep: 7, kept: [] }],
  ])('%s', (_, { of, today, keep, kept }) => {
    const bases = of.map((day) => base(day))
    expect(idsOf(selectBasesToKeep(bases, { days: keep, now: today * DAY }))).toEqual(
      kept.map((day) => `day ${day}`),
    )
  })
})

describe('a piece of the log', () => {
  const piece = (from: number, timeline = 1) => ({ timeline, from, to: from + 50 })
  test.each([
    ['before the oldest kept base isn’t needed', piece(3 * SEGMENT_BYTES - 50), false],
    ['in the segment in which that base starts is needed', piece(3 * SEGMENT_BYTES), true],
    ['after it is needed', piece(9 * SEGMENT_BYTES), true],
    ['of a timeline that a restore has begun is needed before its first base', piece(0, 3), true],
    ['of a timeline whose bases are gone isn’t needed', piece(9 * SEGMENT_BYTES, 0), false],
  ])('%s', (_, each, isNeeded) => {
    const kept = [base(4), base(3), base(5, { timeline: 2, startLsn: 7 * SEGMENT_BYTES })]
    expect(isPieceNeeded(each, kept)).toBe(isNeeded)
  })
})

test.each([
  ['without a moment, the newest', undefined, 'day 3'],
  ['that was complete at the moment', 2.5 * DAY, 'day 2'],
  ['that was completed at the moment', 2 * DAY, 'day 2'],
  ['none that early', 0.5 * DAY, undefined],
])('a restore chooses the base %s', (_, at, id) => {
  expect(chooseBaseBackup([base(2), base(3), base(1)], at)?.id).toBe(id)
})

test.each([
  ['without one on this timeline', { newest: undefined }, 'first'],
  ['when a part of the log since the last one is lost', { coveredUntil: 4 * SEGMENT_BYTES - 1 }, 'gap'],
  ['after a day', { now: 2 * DAY }, 'daily'],
  ['when the clock was set back by more than a day', { now: 0 }, 'daily'],
  ['not before', { now: 2 * DAY - 1 }, undefined],
])('a base is due %s', (_, change, reason) => {
  const state = {
    newest: base(1),
    coveredUntil: 4 * SEGMENT_BYTES,
    restartLsn: 4 * SEGMENT_BYTES + 77,
    now: 1.5 * DAY,
  }
  expect(reasonForBaseBackup({ ...state, ...change })).toBe(reason)
})
