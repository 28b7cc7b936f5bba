import { readCookie } from '#browser/platform/cookies/read-cookie.ts'
import { isStored, persistentTextStore, rereadStorage } from '#browser/platform/persistent-store.ts'

const ACCESS_TOKEN = 'customer_access_token'

/** Access token, stored as plain text instead of JSON (specification §9). */
export const $accessToken = persistentTextStore(ACCESS_TOKEN)

/** Reads the token from local storage, including a change in another tab; without one, from a cookie (specification §7). */
export function readAccessToken(): string | undefined {
  rereadStorage()
  return $accessToken.get() ?? (readCookie(ACCESS_TOKEN) || undefined)
}

/** Returns true if this token is stored, so that requests of this page and the next one send it. */
export const isTokenSaved = (token: string): boolean => readAccessToken() === token && isStored(ACCESS_TOKEN)
