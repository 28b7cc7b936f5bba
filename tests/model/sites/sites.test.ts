import { describe, expect, test } from 'vitest'
import { FALLBACK_SITE_SETTINGS, siteScopeOf, siteSettings } from '#model/sites/sites.ts'

describe('§3: domain settings', () => {
  test('§9: take their defaults when only the name is given', () => {
    expect(siteSettings.parse({ siteName: 'Aurora' })).toEqual({
      siteName: 'Aurora',
      logoUrl: '',
      faviconUrl: '',
      primaryColor: '#4f46e5',
      secondaryColor: '#1e293b',
      customCss: '',
    })
  })

  test.each([{}, { siteName: null }, { siteName: 7 }])(
    '§5: %o is invalid without a string siteName',
    (settings) => {
      expect(siteSettings.safeParse(settings).success).toBe(false)
    },
  )

  test.each(['red', '#fff', '4f46e5', '#4f46e5;}body{display:none'])('“%s” is no colour', (primaryColor) => {
    expect(siteSettings.safeParse({ siteName: 'Aurora', primaryColor }).success).toBe(false)
  })
})

test('§9: fallback site settings', () => {
  expect(FALLBACK_SITE_SETTINGS).toMatchObject({
    siteName: 'Event Ticketing',
    primaryColor: '#4338ca',
    logoUrl: '',
  })
})

describe('the scope of a site', () => {
  const settings = FALLBACK_SITE_SETTINGS
  test('of the main site: all promoters', () => {
    expect(siteScopeOf({ kind: 'main', host: 'localhost', settings, legal: [] })).toBe('every promoter')
  })
  test('of a storefront: its promoter', () => {
    const names = { host: 'aurora.localhost', canonicalHost: undefined, isAlias: false }
    expect(siteScopeOf({ kind: 'storefront', ...names, promoterId: 'aurora', settings, legal: [] })).toEqual({
      promoterId: 'aurora',
    })
  })
  test('of an unknown host: none', () => {
    expect(siteScopeOf({ kind: 'unknown', host: 'evil.example', settings, legal: [] })).toBe('nobody')
  })
})
