import { expect, test } from 'vitest'
import { pageUrl } from '#layouts/page-url.ts'
import { FALLBACK_SITE_SETTINGS, type Site } from '#model/sites/sites.ts'

const storefront = (canonicalHost: string | undefined): Site => ({
  kind: 'storefront',
  host: 'aurora.localhost',
  promoterId: 'p',
  settings: FALLBACK_SITE_SETTINGS,
  legal: [],
  canonicalHost,
  isAlias: false,
})

test.each([
  ['the host it was asked at', storefront(undefined), 'http://aurora.localhost:4321/events/x'],
  ['the canonical host', storefront('tickets.example'), 'http://tickets.example:4321/events/x'],
  [
    'the main site’s own',
    { kind: 'main', host: 'localhost', settings: FALLBACK_SITE_SETTINGS, legal: [] } satisfies Site,
    'http://localhost:4321/events/x',
  ],
])('a page’s canonical URL is %s', (_, site, address) => {
  const url = new URL('http://somewhere.example:4321/')
  expect(pageUrl({ url, locals: { site } }, '/events/x')).toBe(address)
})
