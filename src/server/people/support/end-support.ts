import type { endSupport as contract } from '#contracts/console/support.ts'
import { succeed } from '#model/platform/result.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { endSupportSession } from './support-rows.ts'

export const endSupport: UseCase<typeof contract, AccountCall> = (context, { account }) =>
  transact(context.db, async (trx) => {
    const now = new Date(context.clock.now())
    const accountId = account.id
    const ended = await endSupportSession(trx, { accountId, now })
    if (!ended) return succeed({})
    const { id, promoterId, promoterName } = ended
    const subject = { id: promoterId, name: promoterName }
    const actor = { accountId, apiKeyId: null, supportId: id }
    await recordChange(trx, { promoterId, actor, action: 'support.ended', subject }, now)
    const about = { subjectId: promoterId, subject: promoterName, promoterId }
    await insertOperatorChange(trx, { accountId, action: 'support.ended', ...about, now })
    return succeed({})
  })
