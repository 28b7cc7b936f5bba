import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { displayHost, wwwCounterpart, parseDomainName } from '#server/platform/dns/parse-domain-name.ts'

const config = readConfig({
  MAIN_HOSTS: 'foyer.example.com,foyer.test',
  STOREFRONT_TARGET: 'sites.foyer-hosting.com,192.0.2.1',
})
const laptop = readConfig({})

const read = (text: string, settings = config) => {
  const result = parseDomainName(settings, text)
  return result.success ? result.data : result.error.details
}

describe('a normalised host name', () => {
  test.each([
    ['tickets.example.org', 'tickets.example.org'],
    ['  Tickets.Example.ORG. ', 'tickets.example.org'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['MÜNCHEN.DE', 'xn--mnchen-3ya.de'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
    ['チケット。jp', 'xn--rck5ahu.jp'],
    ['straße.de', 'xn--strae-oqa.de'],
    ['shop.github.io', 'shop.github.io'],
    ['www.example.co.uk', 'www.example.co.uk'],
    ['a-b.x--y.org', 'a-b.x--y.org'],
    [`${'a'.repeat(63)}.org`, `${'a'.repeat(63)}.org`],
  ])('%s', (text, host) => {
    expect(read(text)).toBe(host)
  })
})

describe('refused with a message', () => {
  test.each([
    ['192.0.2.1', /IP address/],
    ['1.2.3', /IP address/],
    ['0x7f.1', /IP address/],
    ['１.2.3.4', /IP address/],
    ['2001:db8::1', /IP address/],
    ['[2001:db8::1]', /IP address/],
    ['*.example.org', /Wildcards/],
    ['a.*.example.org', /Wildcards/],
    ['https://tickets.example.org', /only the name/],
    ['tickets.example.org/shop', /only the name/],
    ['tickets.example.org:8443', /only the name/],
    ['me@example.org', /only the name/],
    ['tickets example.org', /only the name/],
    ['%74ickets.example.org', /only the name/],
    ['tickets', /domain with a dot/],
    ['localhost', /domain with a dot|belongs to the platform/],
    ['com', /domain with a dot/],
    ['-a.example.org', /hyphen/],
    ['a-.example.org', /hyphen/],
    ['a_b.example.org', /letters, digits/],
    ['a..example.org', /letters, digits/],
    ['.example.org', /letters, digits/],
    ['ab--cd.example.org', /two hyphens/],
    ['xn--99999.de', /valid domain name/],
    [`${'a'.repeat(64)}.org`, /longer than 63|not a name/],
    [`${'a.'.repeat(124)}org`, /longer than 246/],
    ['co.uk', /Anyone can register/],
    ['github.io', /Anyone can register/],
    ['blogspot.com', /Anyone can register/],
    ['foo.kawasaki.jp', /Anyone can register/],
    ['foyer.example.com', /belongs to the platform/],
    ['shop.foyer.example.com', /belongs to the platform/],
    ['foyer.test', /belongs to the platform/],
    ['sites.foyer-hosting.com', /belongs to the platform/],
    ['printer.local', /ending/],
    ['db.internal', /ending/],
    ['tickets.intranet', /ending/],
    ['shop.invalid', /ending/],
    ['1.2.0.192.in-addr.arpa', /ending/],
    ['shop.localhost', /other computers/],
    ['', /valid domain name/],
    ['.', /valid domain name|letters, digits/],
  ])('%s', (text, why) => {
    expect(read(text)).toEqual({ why: expect.stringMatching(why) })
  })
})

test('names below localhost are accepted only on a loopback main site', () => {
  expect(read('shop.localhost', laptop)).toBe('shop.localhost')
  expect(read('localhost', laptop)).toHaveProperty('why')
  expect(read('shop.localhost', readConfig({ MAIN_HOSTS: 'localhost,foyer.example.com' }))).toHaveProperty(
    'why',
  )
})

test('normalisation is idempotent', () => {
  for (const text of ['münchen.de', 'Tickets.Example.ORG.', 'チケット。jp']) {
    const host = String(read(text))
    expect(read(host)).toBe(host)
  }
})

describe('display form', () => {
  test.each([
    ['tickets.example.org', 'tickets.example.org'],
    ['xn--mnchen-3ya.de', 'münchen.de'],
    ['xn--rck5ahu.jp', 'チケット.jp'],
    // аррӏе in Cyrillic; a Latin word with a Cyrillic а; a Greek omicron.
    ['xn--80ak6aa92e.com', 'аррӏе.com (xn--80ak6aa92e.com)'],
    ['xn--pypal-4ve.com', 'pаypal.com (xn--pypal-4ve.com)'],
    ['xn--ggle-0nda.com', 'gοοgle.com (xn--ggle-0nda.com)'],
  ])('%s', (host, shown) => {
    expect(displayHost(host)).toBe(shown)
  })
})

test.each([
  ['example.org', 'www.example.org'],
  ['www.example.org', 'example.org'],
  ['example.co.uk', 'www.example.co.uk'],
  ['tickets.example.org', undefined],
  ['www.tickets.example.org', undefined],
  ['shop.localhost', undefined],
])('%s is paired with %s', (host, other) => {
  expect(wwwCounterpart(host)).toBe(other)
})
