import { DOMAIN_COOKIES } from '#contracts/cookies.ts'
import { readCookie } from './cookies.ts'

export const hasSettingsCookie = (): boolean => readCookie(DOMAIN_COOKIES.settings) !== undefined

/** Specification §7: has the server leave the site's cookies, once the page has nothing better to do. The page needs no answer. */
export function keepSiteCookies(): void {
  const userId = document.documentElement.dataset['promoter']
  if (!userId || hasSettingsCookie() || !navigator.cookieEnabled) return
  const query = new URLSearchParams({ domain: window.location.hostname, userId })
  // An answer that nobody reads is one that the browser goes on waiting for.
  fetch(`/api/domains/force-settings?${query}`)
    .then((answer) => answer.text())
    .catch(() => undefined)
}
