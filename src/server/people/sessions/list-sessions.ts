import type { listSessions as contract } from '#contracts/account/sessions.ts'
import { describeDevice } from '#model/platform/devices.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { listLiveSessions } from './session-rows.ts'

export const listSessions: UseCase<typeof contract, AccountCall> = async (context, { account }) => {
  const now = new Date(context.clock.now())
  const rows = await listLiveSessions(context.db, { accountId: account.id, now })
  return succeed({
    sessions: rows.map((row) => ({
      id: row.id,
      host: row.host,
      device: describeDevice(row.userAgent),
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      isCurrent: row.id === account.sessionId,
    })),
  })
}
