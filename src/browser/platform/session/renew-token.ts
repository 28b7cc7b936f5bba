import { refreshToken } from '#contracts/platform/accounts.ts'
import type { Failure, Result } from '#model/platform/result.ts'
import { readAccessToken } from './access-token.ts'
import { withSessionLock } from './session-lock.ts'
import { clearSession, isLogoutPending, writeSession, writeToken } from './stored-session.ts'

type Renewal = { token: string } | { token?: never; failure?: Failure }

type Ask = (path: string) => Promise<Result<unknown>>

let underWay: Promise<Renewal> | undefined

/**
 * Renews an access token that the server refused. Concurrent requests share one renewal. If another tab has stored a
 * newer token, returns that one.
 */
export function renewToken(refused: string, ask: Ask): Promise<Renewal> {
  underWay ??= withSessionLock(() => renew(refused, ask)).finally(() => {
    underWay = undefined
  })
  return underWay
}

async function renew(refused: string, ask: Ask): Promise<Renewal> {
  const present = readAccessToken()
  if (isLogoutPending() || present === undefined) return {}
  if (present !== refused) return { token: present }
  const answer = await ask(refreshToken.path)
  const parsed = answer.success ? refreshToken.data.safeParse(answer.data) : undefined
  if (parsed?.success) {
    writeToken(parsed.data.accessToken)
    writeSession(parsed.data.customer)
    return { token: parsed.data.accessToken }
  }
  if (answer.success || answer.error.code !== 'SESSION_ENDED')
    return answer.success ? {} : { failure: answer }
  clearSession()
  return {}
}

/** Signs the user out after the renewed token was refused, unless the user has signed in again in the meantime. */
export function endRefusedSession(token: string): void {
  if (readAccessToken() === token) clearSession()
}
