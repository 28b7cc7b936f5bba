import type { Transaction } from 'kysely'
import { SESSION_COOKIES, STAFF_COOKIES } from '#contracts/cookies.ts'
import { AUTH_COOKIE_SECONDS, sessionEnd, type Customer } from '#model/accounts.ts'
import type { Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import { writeMails } from '../mail/mail-rows.ts'
import type { Client, SetCookie } from '../use-case.ts'
import { findCustomerWithRoles, holdAccount, worksForPromoter } from './account-rows.ts'
import { sessionHost } from './authenticate.ts'
import { findAuthenticatorSecret } from './authenticator-rows.ts'
import { hintStaff } from './hint-staff.ts'
import { mailSite } from './mail-site.ts'
import { hashToken, randomToken } from './random-token.ts'
import { insertRefreshToken, insertSession } from './session-rows.ts'
import { staffCookies } from './staff-cookies.ts'

export interface Opened {
  customer: Customer
  accessToken: string
  cookies: SetCookie[]
}

interface SignIn {
  accountId: string
  hasSecondFactor: boolean
  client: Client
  site: Site
  /** The hash that a password was found to match: when it is another by now, that password opens nothing. */
  passwordHash?: string
}

/**
 * Signs in whoever has proven to be the account. Its owner is told by e-mail when the browser is a new one. Undefined when the
 * account has gone, its password has changed, or an authenticator was turned on, while it was being proven.
 */
export async function openSession(context: Context, call: SignIn): Promise<Opened | undefined> {
  const { accountId, hasSecondFactor, client, passwordHash } = call
  const now = new Date(context.clock.now())
  const started = await context.db.transaction().execute(async (trx) => {
    const account = await holdAccount(trx, accountId)
    if (!account || account.passwordHash !== (passwordHash ?? account.passwordHash)) return undefined
    if (!hasSecondFactor && (await findAuthenticatorSecret(trx, accountId)) !== undefined) return undefined
    const session = await startSession(context, trx, call)
    if (context.devices.find(client, accountId) === undefined) {
      const { sessionId } = session
      const fact = `new_sign_in:${sessionId}`
      const payload = { accountId, sessionId }
      await writeMails(trx, [{ kind: 'new_sign_in', fact, payload, ...mailSite(context, call) }], now)
    }
    return session
  })
  if (!started) return undefined
  const answered = await answerSession(context, { accountId, hasSecondFactor, client, ...started })
  return answered && withDevice(context, answered, { client, accountId })
}

/** A session with its first refresh token. */
export async function startSession(
  context: Context,
  trx: Transaction<Database>,
  { accountId, hasSecondFactor, client }: Omit<SignIn, 'site' | 'passwordHash'>,
): Promise<{ sessionId: string; refreshToken: string; expiresAt: Date }> {
  const time = context.clock.now()
  const now = new Date(time)
  const { userAgent } = client
  const isMember = await worksForPromoter(trx, accountId)
  const expiresAt = new Date(sessionEnd({ startedAt: time, now: time, isMember }))
  const host = sessionHost(client.origin)
  const sessionId = await insertSession(trx, { accountId, host, hasSecondFactor, userAgent, now, expiresAt })
  return { sessionId, refreshToken: await issueRefreshToken(trx, { sessionId, now }), expiresAt }
}

export async function issueRefreshToken(
  trx: Transaction<Database>,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<string> {
  const refreshToken = randomToken()
  await insertRefreshToken(trx, { sessionId, tokenHash: hashToken(refreshToken), now })
  return refreshToken
}

/** What a browser gets of its session: the account, an access token and the cookies. Undefined when the account has gone. */
export async function answerSession(
  context: Context,
  session: {
    accountId: string
    sessionId: string
    hasSecondFactor: boolean
    refreshToken: string
    expiresAt: Date
    client: Client
  },
): Promise<Opened | undefined> {
  const { accountId, sessionId, hasSecondFactor, refreshToken, expiresAt, client } = session
  const found = await findCustomerWithRoles(context.db, { id: accountId, hasSecondFactor })
  if (!found) return undefined
  const { customer, roles } = found
  const { isStaff, permissions } = customer.staff
  const secondsLeft = Math.ceil((expiresAt.getTime() - context.clock.now()) / 1000)
  const claims = { sub: accountId, sid: sessionId, isStaff, roles, permissions }
  const accessToken = await context.tokens.sign(claims)
  return {
    customer: hintStaff(context, customer),
    accessToken,
    cookies: [
      { name: SESSION_COOKIES.refresh, value: refreshToken, maxAgeSeconds: secondsLeft },
      { name: SESSION_COOKIES.access, value: accessToken, maxAgeSeconds: AUTH_COOKIE_SECONDS },
      ...staffCookies(customer, client),
    ],
  }
}

/** The browser is one of the account's from now on. */
export const withDevice = (
  context: Context,
  opened: Opened,
  { client, accountId }: { client: Client; accountId: string },
): Opened => ({ ...opened, cookies: [...opened.cookies, context.devices.remember(client, accountId)] })

/** Takes the session's cookies away. */
export const noSession: readonly SetCookie[] = [
  ...Object.values(SESSION_COOKIES),
  ...Object.values(STAFF_COOKIES),
].map((name) => ({ name }))
