import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  attributeSale,
  mergeVisits,
  toLinkCode,
  clampVisitTime,
  type AttributableLink,
  type Visit,
} from '#model/sales/tracking/tracking.ts'

const DAY = 86_400_000
const NOW = 100 * DAY

const link = (id: string, more: Partial<AttributableLink> = {}): AttributableLink => ({
  id,
  promoterId: 'aurora',
  isActive: true,
  memberId: `member of ${id}`,
  memberEmail: `${id}@example.com`,
  ...more,
})
const links = [
  link('a'),
  link('b'),
  link('off', { isActive: false }),
  link('foreign', { promoterId: 'brickworks' }),
  link('unverified', { memberEmail: null }),
  link('orphan', { memberId: null, memberEmail: null }),
]
type Trace = [linkId: string, daysAgo: number]
const owedTo = (traces: Trace[], buyer: { email?: string; accountId?: string } = {}): string | undefined =>
  attributeSale({
    traces: traces.map(([linkId, daysAgo]) => ({ linkId, at: NOW - daysAgo * DAY })),
    links,
    promoterId: 'aurora',
    buyer: { email: buyer.email ?? 'buyer@example.com', accountId: buyer.accountId },
    now: NOW,
  })?.linkId

describe('a purchase is attributed', () => {
  test.each<[Trace[], string | undefined, string]>([
    [[], undefined, 'to nobody when no link led here'],
    [[['a', 3]], 'a', 'to the link that led here'],
    [
      [
        ['a', 3],
        ['b', 1],
      ],
      'b',
      'to the last one',
    ],
    [
      [
        ['b', 1],
        ['a', 3],
      ],
      'b',
      'whatever remembers it',
    ],
    [
      [
        ['a', 2],
        ['b', 2],
      ],
      'a',
      'to the first trace of two at once',
    ],
    [[['a', 30]], 'a', 'for 30 days'],
    [[['a', 30.0001]], undefined, 'and no longer'],
    [[['a', -0.0001]], undefined, 'to no visit that is still to come'],
    [
      [
        ['a', 3],
        ['off', 1],
      ],
      'a',
      'to none that is off',
    ],
    [
      [
        ['a', 3],
        ['foreign', 1],
      ],
      'a',
      'to no other promoter’s',
    ],
    [
      [
        ['a', 3],
        ['unknown', 1],
      ],
      'a',
      'to none that is gone',
    ],
    [[['orphan', 1]], 'orphan', 'to a link whose member has left'],
  ])('%j → %s: %s', (traces, linkId) => {
    expect(owedTo(traces)).toBe(linkId)
  })

  test('to no link of the buyer, by address or session', () => {
    expect(owedTo([['a', 1]], { email: 'A@Example.com' })).toBeUndefined()
    expect(owedTo([['a', 1]], { accountId: 'member of a' })).toBeUndefined()
    expect(
      owedTo(
        [
          ['b', 3],
          ['a', 1],
        ],
        { accountId: 'member of a' },
      ),
    ).toBe('b')
    expect(owedTo([['unverified', 1]], { email: 'unverified@example.com' })).toBe('unverified')
    expect(owedTo([['unverified', 1]], { accountId: 'member of unverified' })).toBeUndefined()
  })
})

describe('visits', () => {
  const visit = fc.record({
    linkId: fc.constantFrom('a', 'b', 'c'),
    promoterId: fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'),
    at: fc.integer({ min: NOW - 40 * DAY, max: NOW + DAY }),
  })

  test('keep the last per promoter, the latest five', () => {
    fc.assert(
      fc.property(fc.array(visit), (visits: Visit[]) => {
        const merged = mergeVisits(visits, NOW)
        const isFit = (each: Visit): boolean => each.at <= NOW && each.at >= NOW - 30 * DAY
        expect(merged.length).toBe(
          Math.min(5, new Set(visits.filter(isFit).map((each) => each.promoterId)).size),
        )
        for (const each of merged) {
          const same = visits.filter((other) => isFit(other) && other.promoterId === each.promoterId)
          expect(each.at).toBe(Math.max(...same.map((other) => other.at)))
        }
        expect(merged.map((each) => each.at)).toEqual(merged.map((each) => each.at).toSorted((a, b) => b - a))
      }),
    )
  })

  test.each([
    [NOW - 5, NOW - 5],
    [NOW + 5, NOW],
    [undefined, NOW - 30 * DAY],
  ])('at %s by the browser’s clock', (timestamp, at) => {
    expect(clampVisitTime(timestamp, NOW)).toBe(at)
  })
})

test('codes are seven unambiguous letters', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      expect(toLinkCode(bytes)).toMatch(/^[a-hj-kmnp-z2-9]{7}$/)
    }),
  )
})
