import { DOMAIN_COOKIES } from '#contracts/platform/cookies.ts'
import { readCookie } from '#browser/platform/cookies/read-cookie.ts'

export const hasSettingsCookie = (): boolean => readCookie(DOMAIN_COOKIES.settings) !== undefined

const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * Keeps the cookies with the site's settings up to date (specification §7). Loads the API client at the first interaction, so that it
 * doesn't delay the page.
 */
export function maintainSettingsCookies(): void {
  const userId = document.documentElement.dataset['promoter']
  if (!userId || hasSettingsCookie() || !navigator.cookieEnabled) return
  const waiting = new AbortController()
  const ask = (): void => {
    waiting.abort()
    const query = { domain: window.location.hostname, userId }
    void import('#browser/platform/api-client.ts')
      .then(({ api }) => api.get('/api/domains/force-settings', { query }))
      .catch(() => undefined)
  }
  for (const each of INTERACTIONS)
    window.addEventListener(each, ask, { signal: waiting.signal, passive: true })
}
