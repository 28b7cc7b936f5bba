import type { addPromoterNote as contract } from '#contracts/operator/promoters.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { findPromoterName } from '#server/people/promoters/promoter-rows.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { viewManagedPromoter } from './get-managed-promoter.ts'
import { insertPromoterNote } from './lifecycle-rows.ts'

export const addPromoterNote: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { params, body, account } = call
  const { id: promoterId } = params
  if (!isUuid(promoterId)) return fail('NOT_FOUND')
  const now = new Date(context.clock.now())
  const added = await transact(context.db, async (trx): Promise<Result<null, 'NOT_FOUND'>> => {
    const name = await findPromoterName(trx, promoterId)
    if (name === undefined) return fail('NOT_FOUND')
    const accountId = account.id
    await insertPromoterNote(trx, { promoterId, accountId, text: body.text, now })
    const about = { subjectId: promoterId, subject: name, promoterId }
    await insertOperatorChange(trx, { accountId, action: 'promoter.noted', ...about, now })
    return succeed(null)
  })
  return added.success ? viewManagedPromoter(context, call, promoterId) : added
}
