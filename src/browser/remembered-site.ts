import { DOMAIN_COOKIES } from '#contracts/cookies.ts'
import { readSettings } from '#model/sites.ts'
import { readCookie } from './cookies.ts'
import type { WhichSite } from './which-site.ts'

/** What the cookies of an earlier visit say about this host; undefined when there are none, or they don't fit. */
export function readRememberedSite(host: string): WhichSite | undefined {
  const text = readCookie(DOMAIN_COOKIES.settings)
  if (text === undefined || readCookie(DOMAIN_COOKIES.host) !== host) return undefined
  try {
    const settings = readSettings(JSON.parse(text))
    return settings && { userId: readCookie(DOMAIN_COOKIES.userId) || null, settings }
  } catch {
    return undefined
  }
}
