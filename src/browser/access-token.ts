import { readCookie } from './cookies.ts'
import { isSaved, persistentText, rereadStorage } from './persistent-store.ts'

const ACCESS_TOKEN = 'customer_access_token'

/** Specification §9. Plain text, not JSON. */
export const $accessToken = persistentText(ACCESS_TOKEN)

/** The token that a call carries: of local storage as it is now, whatever tab wrote it, else of a cookie (specification §7). */
export function readAccessToken(): string | undefined {
  rereadStorage()
  return $accessToken.get() ?? (readCookie(ACCESS_TOKEN) || undefined)
}

/** True when the calls of this page and of the next one carry this token. */
export const isTokenSaved = (token: string): boolean => readAccessToken() === token && isSaved(ACCESS_TOKEN)
