import { describe, expect, test } from 'vitest'
import type { Domain } from '#contracts/console/domains.ts'
import {
  deleteDomainMessages,
  domainMessage,
  counterpartLabel,
} from '#islands/console/site/domain-messages.ts'

const domain = (more: Partial<Domain> = {}): Domain => ({
  id: more.host ?? 'a',
  host: 'example.com',
  displayHost: more.host ?? 'example.com',
  status: 'verified',
  isCanonical: false,
  offersToo: null,
  records: [{ type: 'TXT', name: '_foyer.example.com', value: 'foyer-1' }],
  createdAt: '2026-11-01T12:00:00Z',
  verifiedAt: '2026-11-02T12:00:00Z',
  checkedAt: null,
  lapsesAt: null,
  ...more,
})
const MAIN = domain({ host: 'www.example.com', isCanonical: true })

describe('formatting of a domain’s state', () => {
  test.each<[Partial<Domain>, string]>([
    [{ status: 'pending', verifiedAt: null }, 'Add these records at your DNS provider'],
    [{ status: 'pending', verifiedAt: null, records: [] }, 'need no DNS records'],
    [{ isCanonical: true }, 'Your site’s main domain. Verified 2 Nov 2026.'],
    [{}, 'Redirects visitors to www.example.com. Verified 2 Nov 2026.'],
    [{ status: 'failing', lapsesAt: '2026-11-28T12:00:00Z' }, 'The domain works until 28 Nov 2026'],
    [{ status: 'lapsed' }, 'so the domain was deactivated. Add the record again'],
  ])('%o', (more, words) => {
    expect(domainMessage(domain(more), MAIN)).toContain(words)
  })
})

describe('consequences of deleting a domain', () => {
  test('are none while it has no visitors', () => {
    const [only, ...more] = deleteDomainMessages(domain({ status: 'pending' }), [])
    expect([only?.includes('nothing stops'), more]).toEqual([true, []])
  })

  test('are the domain alone while others resolve, otherwise all of the promoter’s', () => {
    const name = domain()
    expect(deleteDomainMessages(name, [name, MAIN])).toContain(
      'Your site stays available at www.example.com.',
    )
    expect(deleteDomainMessages(name, [name, domain({ host: 'b.example', status: 'lapsed' })])).toContain(
      'This is your last custom domain.',
    )
  })
})

describe('the counterpart of a domain', () => {
  const TRICKY = 'аpple.com (xn--pple-43d.com)'
  test.each([
    ['example.com', 'example.com', 'www.example.com', 'www.example.com'],
    ['www.example.com', 'www.example.com', 'example.com', 'example.com'],
    ['xn--mnchen-3ya.de', 'münchen.de', 'www.xn--mnchen-3ya.de', 'www.münchen.de'],
    ['www.xn--mnchen-3ya.de', 'www.münchen.de', 'xn--mnchen-3ya.de', 'münchen.de'],
    ['xn--pple-43d.com', TRICKY, 'www.xn--pple-43d.com', 'www.xn--pple-43d.com'],
  ])('of %s, shown as %s: %s is shown as %s', (...names) => {
    const [host, displayHost, twin, words] = names
    expect(counterpartLabel(domain({ host, displayHost }), twin)).toBe(words)
  })
})
