import { fail } from '#contracts/platform/errors.ts'
import type { endAllSessions as allContract, endSession as oneContract } from '#contracts/account/sessions.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { CLEARED_SESSION_COOKIES } from './open-session.ts'
import { revokeSession, revokeSessions } from './session-rows.ts'

export const endSession: UseCase<typeof oneContract, AccountCall> = async (context, { account, params }) => {
  const now = new Date(context.clock.now())
  const { id } = params
  const isEnded = await revokeSession(context.db, { id, accountId: account.id, now })
  if (!isEnded) return fail('NOT_FOUND')
  return id.toLowerCase() === account.sessionId
    ? { ...succeed({}), cookies: CLEARED_SESSION_COOKIES }
    : succeed({})
}

export const endAllSessions: UseCase<typeof allContract, AccountCall> = async (context, { account }) => {
  await revokeSessions(context.db, { accountId: account.id, now: new Date(context.clock.now()) })
  return { ...succeed({}), cookies: CLEARED_SESSION_COOKIES }
}
