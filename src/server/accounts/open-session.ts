import { randomBytes, hash } from 'node:crypto'
import { SESSION_COOKIES } from '#contracts/cookies.ts'
import { AUTH_COOKIE_SECONDS, SESSION_SECONDS, type Customer } from '#model/accounts.ts'
import type { Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import type { Client, SetCookie } from '../use-case.ts'
import { findCustomer, findMemberships } from './account-rows.ts'
import { staffClaims } from './authenticate.ts'
import { insertSession } from './session-rows.ts'

/** Signs an account in on one browser. Undefined when the account is gone. */
export async function openSession(
  context: Context,
  call: { accountId: string; hasSecondFactor: boolean; client: Client; site: Site },
): Promise<{ customer: Customer; accessToken: string; cookies: SetCookie[] } | undefined> {
  const { accountId, hasSecondFactor, client } = call
  const [customer, memberships] = await Promise.all([
    findCustomer(context.db, { id: accountId, hasSecondFactor }),
    findMemberships(context.db, accountId),
  ])
  if (!customer) return undefined
  const refreshToken = randomBytes(32).toString('base64url')
  const sessionId = await insertSession(context.db, {
    accountId,
    hasSecondFactor,
    userAgent: client.userAgent,
    tokenHash: hash('sha256', refreshToken, 'buffer'),
    now: new Date(context.clock.now()),
  })
  const { isStaff, roles, permissions } = staffClaims(memberships, hasSecondFactor)
  const accessToken = await context.tokens.sign({
    sub: accountId,
    sid: sessionId,
    isStaff,
    roles,
    permissions,
  })
  const cookies = [
    { name: SESSION_COOKIES.access, value: accessToken, maxAgeSeconds: AUTH_COOKIE_SECONDS },
    { name: SESSION_COOKIES.refresh, value: refreshToken, maxAgeSeconds: SESSION_SECONDS },
  ]
  return { customer, accessToken, cookies }
}
