import { readCookie } from '#browser/platform/cookies.ts'
import { isSaved, persistentText, rereadStorage } from '#browser/platform/persistent-store.ts'

const ACCESS_TOKEN = 'customer_access_token'

/** Access token, stored as plain text and not as JSON (specification §9). */
export const $accessToken = persistentText(ACCESS_TOKEN)

/** Reads the token from local storage, also after a change in another tab, or else from a cookie (specification §7). */
export function readAccessToken(): string | undefined {
  rereadStorage()
  return $accessToken.get() ?? (readCookie(ACCESS_TOKEN) || undefined)
}

/** True if this token is stored, so that the requests of this page and of the next one send it. */
export const isTokenSaved = (token: string): boolean => readAccessToken() === token && isSaved(ACCESS_TOKEN)
