import { describe, expect, test } from 'vitest'
import {
  domainStateAfterCheck,
  DOMAIN_GRACE_MS,
  nextDomainCheckAt,
  domainStatusesBefore,
} from '#model/sites/domains.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const DAY = 86_400_000

describe('the result of a check', () => {
  test.each([
    ['pending', undefined, 'proven', 'verified', undefined],
    ['pending', undefined, 'missing', 'pending', undefined],
    ['verified', undefined, 'proven', 'verified', undefined],
    ['verified', undefined, 'missing', 'failing', NOW],
    ['verified', undefined, 'no answer', 'verified', undefined],
    ['failing', NOW - DAY, 'proven', 'verified', undefined],
    ['failing', NOW - DAY, 'missing', 'failing', NOW - DAY],
    ['failing', NOW - DOMAIN_GRACE_MS + 1, 'missing', 'failing', NOW - DOMAIN_GRACE_MS + 1],
    ['failing', NOW - DOMAIN_GRACE_MS, 'missing', 'lapsed', undefined],
    ['failing', NOW - 3 * DOMAIN_GRACE_MS, 'no answer', 'failing', NOW - 3 * DOMAIN_GRACE_MS],
    ['lapsed', undefined, 'missing', 'lapsed', undefined],
    ['lapsed', undefined, 'proven', 'verified', undefined],
  ] as const)('%s since %s, %s: %s', (...[status, failingSince, found, after, since]) => {
    expect(domainStateAfterCheck({ status, failingSince }, found, NOW)).toEqual({
      status: after,
      failingSince: since,
    })
    expect(domainStatusesBefore(after)).toContain(status)
  })
})

describe('the next check', () => {
  const id = (first: string): string => `${first}0000-0000-4000-8000-000000000000`

  test('is within a day, spread over two hours', () => {
    expect(nextDomainCheckAt({ id: id('0000'), failingSince: undefined }, 'proven', NOW)).toBe(NOW + DAY)
    const last = nextDomainCheckAt({ id: id('ffff'), failingSince: undefined }, 'proven', NOW)
    expect(last).toBeGreaterThan(NOW + DAY - 2 * 3_600_000)
    expect(last).toBeLessThan(NOW + DAY - 2 * 3_600_000 + 1000)
  })

  test('is at the end of the grace period if that is sooner', () => {
    const failingSince = NOW - DOMAIN_GRACE_MS + 60_000
    expect(nextDomainCheckAt({ id: id('0000'), failingSince }, 'missing', NOW)).toBe(NOW + 60_000)
  })

  test('is an hour later when DNS gave no answer', () => {
    expect(nextDomainCheckAt({ id: id('ffff'), failingSince: undefined }, 'no answer', NOW)).toBe(
      NOW + 3_600_000,
    )
  })
})
