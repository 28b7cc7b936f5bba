import { DOMAIN_COOKIES } from '#contracts/platform/cookies.ts'
import { parseSiteSettings } from '#model/sites/sites.ts'
import { readCookie } from '#browser/platform/cookies/read-cookie.ts'
import type { SiteResolution } from './resolve-site.ts'

export function readRememberedSite(host: string): SiteResolution | undefined {
  const text = readCookie(DOMAIN_COOKIES.settings)
  if (text === undefined || readCookie(DOMAIN_COOKIES.host) !== host) return undefined
  try {
    const settings = parseSiteSettings(JSON.parse(text))
    return settings && { userId: readCookie(DOMAIN_COOKIES.userId) || null, settings }
  } catch {
    return undefined
  }
}
