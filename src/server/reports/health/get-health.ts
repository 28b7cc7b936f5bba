import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import type {
  getHealth as healthContract,
  listDeadMails as deadContract,
  replayDeadMails as replayContract,
} from '#contracts/operator/health.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { transact } from '#server/platform/db/transact.ts'
import { removePersonalData } from '#server/platform/log-serializers.ts'
import {
  listDeadMailRows as listRows,
  requeueDeadMails as replay,
} from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { readHealth } from './read-health.ts'

export const getHealth: UseCase<typeof healthContract, AccountCall> = async (context) =>
  succeed(await readHealth(context))

const MAX_LISTED = 100

export const listDeadMails: UseCase<typeof deadContract, AccountCall> = async (context) => {
  const rows = await listRows(context.db)
  return succeed({
    mails: rows.slice(0, MAX_LISTED).map(({ id, fact, createdAt, deadAt, lastError }) => ({
      id,
      kind: fact.split(':')[0] ?? '',
      createdAt: createdAt.toISOString(),
      deadAt: deadAt.toISOString(),
      error: removePersonalData(lastError ?? ''),
    })),
  })
}

/** Sends failed emails again, like `npm run mail -- replay`. */
export const replayDeadMails: UseCase<typeof replayContract, AccountCall> = (context, call) => {
  const { account, body } = call
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const count = await replay(trx, body.id?.toLowerCase())
    if (count === 0 && body.id !== undefined) return fail('NOT_FOUND')
    const entry = {
      accountId: account.id,
      action: 'mail.replayed',
      subjectId: body.id ?? 'all',
      now,
    } as const
    if (count > 0) await insertOperatorChange(trx, { ...entry, after: { count } })
    return succeed({ count })
  })
}
