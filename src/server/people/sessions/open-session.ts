import { SESSION_COOKIES, STAFF_COOKIES } from '#contracts/platform/cookies.ts'
import { AUTH_COOKIE_SECONDS, sessionEnd, type Customer } from '#model/people/accounts.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { Client, SetCookie } from '#server/use-case.ts'
import {
  findCustomerWithRoles,
  lockAccountShared,
  isDemoAccount,
  isAccountLocked,
} from '#server/people/accounts/account-rows.ts'
import { isMemberOrOperator } from '#server/people/accounts/membership-rows.ts'
import { canUseDemoAccount } from '#server/platform/demo-rules.ts'
import { sessionHost } from './authenticate.ts'
import { findAuthenticatorSecret } from '#server/people/second-factors/authenticator-rows.ts'
import { cancelFactorRemovalsAndNotify } from '#server/people/factor-removals/cancel-factor-removals.ts'
import { addStaffHint } from './add-staff-hint.ts'
import { surroundingNetworkOf } from './limits.ts'
import { accountMailSite } from '#server/people/emails/mail-site.ts'
import { hashToken, randomToken } from '#server/people/emails/random-token.ts'
import { insertSession, revokeSessionOfToken } from './session-rows.ts'
import { insertRefreshToken } from './refresh-token-rows.ts'
import { staffCookies } from './staff-cookies.ts'

export interface OpenedSession {
  customer: Customer
  accessToken: string
  cookies: SetCookie[]
}

interface SignIn {
  accountId: string
  hasSecondFactor: boolean
  client: Client
  site: Site
  /** Stored hash that the entered password matched. The sign-in fails if the hash has changed since. */
  passwordHash?: string
}

/**
 * Starts a session, and emails the owner when the browser is unknown. Undefined for locked accounts and demo accounts
 * (`demo-rules.ts`), and when the account was deleted, its password changed or an authenticator was turned on in the
 * meantime. A sign-in with a second factor cancels requested removals of factors, because the owner still has one.
 */
export async function openSession(context: Context, call: SignIn): Promise<OpenedSession | undefined> {
  const { accountId, hasSecondFactor, client, passwordHash } = call
  const now = new Date(context.clock.now())
  const started = await context.db.transaction().execute(async (trx) => {
    const account = await lockAccountShared(trx, accountId)
    if (!account || account.passwordHash !== (passwordHash ?? account.passwordHash)) return undefined
    if (await isShutOut(context, trx, call)) return undefined
    if (!hasSecondFactor && (await findAuthenticatorSecret(trx, accountId)) !== undefined) return undefined
    const session = await startSession(context, trx, call)
    if (hasSecondFactor)
      await cancelFactorRemovalsAndNotify(trx, { accountId, now, ...accountMailSite(context, call) })
    if (context.devices.find(client, accountId) === undefined) {
      const { sessionId } = session
      const fact = `new_sign_in:${sessionId}`
      const payload = { accountId, sessionId }
      await writeMails(trx, [{ kind: 'new_sign_in', fact, payload, ...accountMailSite(context, call) }], now)
    }
    return session
  })
  if (!started) return undefined
  const answered = await sessionResponse(context, { accountId, hasSecondFactor, client, ...started })
  return answered && addDeviceCookie(context, answered, { client, accountId })
}

async function isShutOut(context: Context, trx: Trx, { accountId, client }: SignIn): Promise<boolean> {
  if (await isAccountLocked(trx, accountId)) return true
  const { origin, address, isForwarded = false } = client
  const from = { host: sessionHost(origin), address, isForwarded }
  if (canUseDemoAccount(context.config, from) || !(await isDemoAccount(trx, accountId))) return false
  context.log.warn({ accountId }, 'A demo account signs in from this machine only')
  return true
}

/** Creates a session with its first refresh token. Ends the browser's previous session. */
export async function startSession(
  context: Context,
  trx: Trx,
  { accountId, hasSecondFactor, client }: Omit<SignIn, 'site' | 'passwordHash'>,
): Promise<{ sessionId: string; refreshToken: string; expiresAt: Date }> {
  const time = context.clock.now()
  const now = new Date(time)
  const { userAgent } = client
  const network = surroundingNetworkOf(client.address)
  const isMember = await isMemberOrOperator(trx, accountId)
  const expiresAt = new Date(sessionEnd({ startedAt: time, now: time, isMember }))
  const host = sessionHost(client.origin)
  const former = client.cookies[SESSION_COOKIES.refresh]
  if (former) await revokeSessionOfToken(trx, { tokenHash: hashToken(former), host, now })
  const sessionId = await insertSession(trx, {
    accountId,
    host,
    hasSecondFactor,
    userAgent,
    network,
    now,
    expiresAt,
  })
  return { sessionId, refreshToken: await issueRefreshToken(trx, { sessionId, now }), expiresAt }
}

export async function issueRefreshToken(
  trx: Trx,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<string> {
  const refreshToken = randomToken()
  await insertRefreshToken(trx, { sessionId, tokenHash: hashToken(refreshToken), now })
  return refreshToken
}

/** Returns the account, an access token and the cookies of a session. Undefined when the account has been deleted. */
export async function sessionResponse(
  context: Context,
  session: {
    accountId: string
    sessionId: string
    hasSecondFactor: boolean
    refreshToken: string
    expiresAt: Date
    client: Client
  },
): Promise<OpenedSession | undefined> {
  const { accountId, sessionId, hasSecondFactor, refreshToken, expiresAt, client } = session
  const found = await findCustomerWithRoles(context.db, { id: accountId, hasSecondFactor })
  if (!found) return undefined
  const { customer, roles } = found
  const { isStaff, permissions } = customer.staff
  const secondsLeft = Math.ceil((expiresAt.getTime() - context.clock.now()) / 1000)
  const claims = { sub: accountId, sid: sessionId, isStaff, roles, permissions }
  const accessToken = await context.tokens.sign(claims)
  return {
    customer: addStaffHint(context, customer),
    accessToken,
    cookies: [
      { name: SESSION_COOKIES.refresh, value: refreshToken, maxAgeSeconds: secondsLeft },
      { name: SESSION_COOKIES.access, value: accessToken, maxAgeSeconds: AUTH_COOKIE_SECONDS },
      ...staffCookies(customer, client),
    ],
  }
}

export const addDeviceCookie = (
  context: Context,
  opened: OpenedSession,
  { client, accountId }: { client: Client; accountId: string },
): OpenedSession => ({ ...opened, cookies: [...opened.cookies, context.devices.remember(client, accountId)] })

export const CLEARED_SESSION_COOKIES: readonly SetCookie[] = [
  ...Object.values(SESSION_COOKIES),
  ...Object.values(STAFF_COOKIES),
].map((name) => ({ name }))
