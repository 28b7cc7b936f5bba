import { readCookie } from '#browser/platform/cookies.ts'
import { isSaved, persistentText, rereadStorage } from '#browser/platform/persistent-store.ts'

const ACCESS_TOKEN = 'customer_access_token'

/** Access token (specification §9), stored as plain text, not as JSON. */
export const $accessToken = persistentText(ACCESS_TOKEN)

/** From local storage, also when another tab wrote it, else from a cookie (specification §7). Undefined without either. */
export function readAccessToken(): string | undefined {
  rereadStorage()
  return $accessToken.get() ?? (readCookie(ACCESS_TOKEN) || undefined)
}

/** True if this token is current and stored, so that calls of this page and of the next one send it. */
export const isTokenSaved = (token: string): boolean => readAccessToken() === token && isSaved(ACCESS_TOKEN)
