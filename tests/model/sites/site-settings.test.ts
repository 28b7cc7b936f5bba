import { describe, expect, test } from 'vitest'
import {
  serializeSiteSettings,
  FALLBACK_SITE_SETTINGS,
  isStaffPath,
  parseSiteSettings,
  STAFF_SITE_SETTINGS,
} from '#model/sites/sites.ts'

describe('§2: paths that skip the loading of a custom domain', () => {
  test.each([
    '/staff',
    '/staff/door',
    '/account/staff',
    '/account/staff/earnings',
    '/api/public/staff',
    '/api/public/staff/assignments',
    '/direct-staff-access',
    '/direct-staff-access/aurora',
  ])('%s', (path) => expect(isStaffPath(path)).toBe(true))

  test.each(['/', '/events/staff-party', '/events/the-staff', '/account', '/staffing', '/api/public/events'])(
    'not %s',
    (path) => expect(isStaffPath(path)).toBe(false),
  )

  test('use settings of their own', () => {
    expect(STAFF_SITE_SETTINGS).toMatchObject({ siteName: 'Staff Portal', logoUrl: '', customCss: '' })
  })
})

describe('§5: settings that came from elsewhere', () => {
  test.each([
    undefined,
    null,
    'Aurora',
    [],
    {},
    { siteName: 7 },
    { siteName: null, primaryColor: '#000000' },
  ])('%o are none without a string siteName', (value) => expect(parseSiteSettings(value)).toBeUndefined())

  test('§9: what is missing or does not fit takes the cookie’s defaults', () => {
    const given = { siteName: 'Aurora', primaryColor: 'red;}', secondaryColor: 7, logoUrl: null, more: 1 }
    expect(parseSiteSettings(given)).toEqual({
      siteName: 'Aurora',
      logoUrl: '',
      faviconUrl: '',
      primaryColor: '#4f46e5',
      secondaryColor: '#1e293b',
      customCss: '',
    })
  })
})

describe('the settings cookie', () => {
  const settings = {
    ...FALLBACK_SITE_SETTINGS,
    siteName: 'Aurora',
    logoUrl: '/uploads/a.webp',
    customCss: 'b{}',
  }

  test('contains everything but the CSS', () => {
    expect(parseSiteSettings(JSON.parse(serializeSiteSettings(settings)))).toEqual({
      ...settings,
      customCss: '',
    })
  })

  test.each([
    ['an address', { logoUrl: `data:image/png;base64,${'A+'.repeat(2000)}` }, { logoUrl: '' }],
    ['a name', { siteName: '🎪'.repeat(2000) }, { siteName: '🎪'.repeat(40) }],
    ['a name cut in half', { siteName: `a${'🎪'.repeat(2000)}` }, { siteName: `a${'🎪'.repeat(39)}\uFFFD` }],
  ])('omits values beyond the size limit: %s', (_, long, left) => {
    const text = serializeSiteSettings({ ...settings, ...long })
    expect(encodeURIComponent(text).length).toBeLessThan(3900)
    expect(JSON.parse(text)).toMatchObject(left)
  })
})
