import { describe, expect, test } from 'vitest'
import {
  coveredUntil,
  formatLsn,
  parseLsn,
  parsePieceName,
  pieceName,
  SEGMENT_BYTES,
  segmentName,
  segmentStart,
} from '#model/platform/backups/wal.ts'

test.each([
  ['0/0', 0],
  ['0/1000000', 2 ** 24],
  ['1/0', 2 ** 32],
  ['16/B374D848', 0x16 * 2 ** 32 + 0xb3_74_d8_48],
])('the position %s is %i', (text, lsn) => {
  expect(parseLsn(text)).toBe(lsn)
  expect(formatLsn(lsn)).toBe(text)
})

// Names that PostgreSQL's pg_walfile_name returns.
test.each([
  [1, '0/1000000', '000000010000000000000001'],
  [1, '0/1FFFFFF', '000000010000000000000001'],
  [1, '0/FF000000', '0000000100000000000000FF'],
  [2, '1/0', '000000020000000100000000'],
  [17, '16/B374D848', '0000001100000016000000B3'],
])('on timeline %i, %s is in the segment %s', (timeline, lsn, name) => {
  expect(segmentName(timeline, parseLsn(lsn))).toBe(name)
})

test('a piece has a name that says where it belongs', () => {
  const from = parseLsn('3/AA000100')
  const piece = { timeline: 2, from, to: segmentStart(from) + SEGMENT_BYTES }
  expect(pieceName(piece)).toBe('0000000200000003000000AA/0000100-1000000')
  expect(parsePieceName(pieceName(piece))).toEqual(piece)
})

test.each(['', 'x', '0000000200000003000000AA', '0000000200000003000000AA/0000100', 'a/b-c'])(
  '“%s” is no piece',
  (name) => {
    expect(parsePieceName(name)).toBeUndefined()
  },
)

describe('the log is covered', () => {
  const piece = (from: number, to: number, timeline = 1) => ({ timeline, from, to })
  test.each([
    ['without pieces: not at all', [], 10],
    ['by pieces in any order', [piece(20, 30), piece(10, 20)], 30],
    ['by pieces that overlap', [piece(10, 25), piece(20, 30), piece(12, 14)], 30],
    ['up to a gap', [piece(10, 20), piece(21, 30)], 20],
    ['not by pieces of another timeline', [piece(10, 20), piece(20, 30, 2)], 20],
    ['not by earlier pieces', [piece(0, 9)], 10],
  ])('%s', (_, pieces, end) => {
    expect(coveredUntil(pieces, { timeline: 1, from: 10 })).toBe(end)
  })
})
