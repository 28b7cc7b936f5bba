import type { Transaction } from 'kysely'
import type { refreshToken as contract } from '#contracts/accounts.ts'
import { SESSION_COOKIES } from '#contracts/cookies.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import type { UseCase, VisitorCall } from '../use-case.ts'
import { answerSession, issueRefreshToken, noSession, sessionEnd } from './open-session.ts'
import { hashToken } from './random-token.ts'
import {
  lockSessionOfToken,
  prolongSession,
  revokeSession,
  takeRefreshToken,
  type SessionOfToken,
} from './session-rows.ts'

/** A new access token for the refresh token in the cookie, which is a new one afterwards, too. */
export const refreshSession: UseCase<typeof contract, VisitorCall> = async (context, { client }) => {
  const token = client.cookies[SESSION_COOKIES.refresh]
  // Not by `transact`: that a session ends stays written although the call fails.
  const renewed = token
    ? await context.db.transaction().execute((trx) => renew(context, trx, hashToken(token)))
    : undefined
  const answered = renewed && (await answerSession(context, renewed))
  if (!answered) return { ...fail('SESSION_ENDED'), cookies: noSession }
  const { customer, accessToken, cookies } = answered
  return { ...succeed({ customer, accessToken }), cookies }
}

/** A token that comes a second time was stolen, or its successor was: nobody knows who is who, so the session ends for both. */
async function renew(
  context: Context,
  trx: Transaction<Database>,
  tokenHash: Buffer,
): Promise<(SessionOfToken & { refreshToken: string }) | undefined> {
  const now = new Date(context.clock.now())
  const session = await lockSessionOfToken(trx, { tokenHash, now })
  if (!session) return undefined
  const { sessionId: id, accountId } = session
  if (!(await takeRefreshToken(trx, { tokenHash, now }))) {
    await revokeSession(trx, { id, accountId, now })
    context.log.warn({ sessionId: id, accountId }, 'A refresh token came back: its session was ended')
    return undefined
  }
  await prolongSession(trx, { id, now, expiresAt: sessionEnd(now) })
  return { ...session, refreshToken: await issueRefreshToken(trx, { sessionId: id, now }) }
}
