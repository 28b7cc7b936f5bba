import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { DoorRules } from '#model/sales/door/door-rules.ts'
import { entryDayOf } from '#model/sales/door/entry-days.ts'
import { computeAdmissions, type Scan } from '#model/sales/door/scans.ts'

const ONCE: DoorRules = { reEntry: 'none', maxEntries: null, entriesPer: 'event', timeZone: 'Europe/Berlin' }
const NIGHT = Date.parse('2026-11-24T20:00:00Z')
const MINUTE = 60_000

const scan = (deviceId: string, seq: number, more: Partial<Scan> = {}): Scan => ({
  deviceId,
  seq,
  ticketId: 't',
  kind: 'entry',
  atMs: NIGHT + seq * MINUTE,
  gateId: null,
  ...more,
})

describe('a ticket that admits once', () => {
  it('admits with its first entry', () => {
    const state = computeAdmissions([scan('a', 1)], ONCE)
    expect(state).toMatchObject({ isInside: true, conflicts: [] })
    expect(state.entries).toHaveLength(1)
  })

  it('reports a second entry with both devices, whichever arrives first', () => {
    const [early, late] = [scan('a', 1), scan('b', 2)]
    for (const log of [
      [early, late],
      [late, early],
    ])
      expect(computeAdmissions(log, ONCE).conflicts).toEqual([{ first: early, second: late }])
  })

  it('reports two entries in the same millisecond once', () => {
    const both = [scan('b', 1), scan('a', 1)]
    expect(computeAdmissions(both, ONCE).conflicts).toMatchObject([
      { first: { deviceId: 'a' }, second: { deviceId: 'b' } },
    ])
  })

  it('admits again after an undo, also when the undo arrives before its entry', () => {
    const log = [
      scan('b', 1, { kind: 'undo', undoes: { deviceId: 'a', seq: 1 } }),
      scan('a', 1),
      scan('a', 2),
    ]
    expect(computeAdmissions(log, ONCE)).toMatchObject({
      entries: [{ seq: 2 }],
      isInside: true,
      conflicts: [],
    })
  })

  it('does not report an entry that a person allowed', () => {
    expect(computeAdmissions([scan('a', 1), scan('b', 2, { isOverride: true })], ONCE).conflicts).toEqual([])
  })
})

test.each([
  { reEntry: 'after_exit', moves: ['entry', 'exit', 'entry'], conflicts: 0, isInside: true },
  { reEntry: 'after_exit', moves: ['entry', 'entry'], conflicts: 1, isInside: true },
  { reEntry: 'after_exit', moves: ['entry', 'exit'], conflicts: 0, isInside: false },
  { reEntry: 'free', moves: ['entry', 'entry', 'entry'], conflicts: 0, isInside: true },
  { reEntry: 'none', moves: ['entry', 'exit', 'entry'], conflicts: 1, isInside: true },
] as const)('$reEntry: $moves leads to $conflicts conflicts', ({ reEntry, moves, conflicts, isInside }) => {
  const log = moves.map((kind, index) => scan('a', index + 1, { kind }))
  const state = computeAdmissions(log, { ...ONCE, reEntry })
  expect(state.conflicts).toHaveLength(conflicts)
  expect(state.isInside).toBe(isInside)
})

test('entries are limited per event or per day', () => {
  const day = 24 * 60
  const log = [1, 2, day + 1, day + 2].map((minute, index) =>
    scan('a', index + 1, { atMs: NIGHT + minute * MINUTE }),
  )
  const free = { ...ONCE, reEntry: 'free', maxEntries: 2 } as const
  expect(computeAdmissions(log, { ...free, entriesPer: 'day' }).conflicts).toEqual([])
  expect(computeAdmissions(log, { ...free, entriesPer: 'event' }).conflicts).toHaveLength(2)
})

test('a night belongs to the day on which it began, in the event’s time zone', () => {
  const entry = Date.parse('2026-11-25T01:30:00Z')
  expect(entryDayOf(entry, 'Europe/Berlin')).toBe('2026-11-24')
  expect(entryDayOf(Date.parse('2026-11-25T05:00:00Z'), 'Europe/Berlin')).toBe('2026-11-25')
  expect(entryDayOf(entry, 'America/New_York')).toBe('2026-11-24')
})

const refs = fc.record({ deviceId: fc.constantFrom('a', 'b', 'c'), seq: fc.integer({ min: 1, max: 5 }) })
const logs = fc.uniqueArray(
  fc.record({
    deviceId: fc.constantFrom('a', 'b', 'c'),
    seq: fc.integer({ min: 1, max: 5 }),
    ticketId: fc.constant('t'),
    kind: fc.constantFrom<Scan['kind']>('entry', 'entry', 'exit', 'undo'),
    atMs: fc.integer({ min: NIGHT, max: NIGHT + 5 }),
    gateId: fc.constant(null),
    undoes: refs,
  }),
  { selector: ({ deviceId, seq }) => `${deviceId}:${seq}`, maxLength: 12 },
)
const withUndo = (log: Scan[]): Scan[] =>
  log.map(({ undoes, ...rest }) => (rest.kind === 'undo' && undoes ? { ...rest, undoes } : rest))

test('devices that have the same scans agree, in whatever order and however often they arrived', () => {
  const rules = fc.constantFrom<DoorRules>(
    ONCE,
    { ...ONCE, reEntry: 'after_exit' },
    { ...ONCE, reEntry: 'free', maxEntries: 2 },
  )
  const orders = logs.chain((made) => {
    const log = withUndo(made)
    const twice = [...log, ...log]
    return fc.tuple(fc.constant(log), fc.shuffledSubarray(twice, { minLength: twice.length }))
  })
  fc.assert(
    fc.property(orders, rules, ([log, shuffled], rule) => {
      expect(computeAdmissions(shuffled, rule)).toEqual(computeAdmissions(log, rule))
    }),
  )
})

test('every entry that is not undone counts, and conflicts are among them', () => {
  fc.assert(
    fc.property(logs, (made) => {
      const log = withUndo(made)
      const { entries, conflicts } = computeAdmissions(log, ONCE)
      const undone = log.flatMap(({ undoes }) => (undoes ? [`${undoes.deviceId}:${undoes.seq}`] : []))
      const expected = log.filter(
        ({ kind, deviceId, seq }) => kind === 'entry' && !undone.includes(`${deviceId}:${seq}`),
      )
      expect(entries).toHaveLength(expected.length)
      expect(conflicts).toHaveLength(Math.max(0, expected.length - 1))
    }),
  )
})
