import { fail } from '#contracts/platform/errors.ts'
import type { Failure } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import {
  deleteOperator,
  insertOperatorChange,
  isOperator,
  listOperatorIds,
  lockOperatorChanges,
} from './operator-rows.ts'

/** Removes the account's operator role, if it has one. SOLE_OPERATOR when no other operator can sign in. */
export async function resignOperator(
  { config }: Pick<Context, 'config'>,
  trx: Trx,
  { accountId, now }: { accountId: string; now: Date },
): Promise<Failure<'SOLE_OPERATOR'> | undefined> {
  if (!(await isOperator(trx, accountId))) return undefined
  await lockOperatorChanges(trx)
  const others = (await listOperatorIds(trx, config)).filter((id) => id !== accountId)
  if (others.length === 0) return fail('SOLE_OPERATOR')
  await deleteOperator(trx, accountId)
  await insertOperatorChange(trx, { accountId, action: 'operator.removed', subjectId: accountId, now })
  return undefined
}

/**
 * Removes the account's operator role, even that of the only operator, because another person may have used the
 * account. At the next start, a link for the first operator is offered again.
 */
export async function revokeOperator(
  trx: Trx,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  if (!(await isOperator(trx, accountId))) return
  await lockOperatorChanges(trx)
  await deleteOperator(trx, accountId)
  await insertOperatorChange(trx, { accountId, action: 'operator.removed', subjectId: accountId, now })
}
