import type { Transaction } from 'kysely'
import { fail } from '#contracts/platform/errors.ts'
import type { Failure } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/tables.ts'
import {
  deleteOperator,
  insertOperatorChange,
  isOperator,
  listOperatorIds,
  lockOperatorChanges,
} from './operator-rows.ts'

/** Ends the account's role as an operator, if it has it. SOLE_OPERATOR when there is no other one. */
export async function resignOperator(
  { config }: Pick<Context, 'config'>,
  trx: Transaction<Database>,
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

/** Ends the role without exception: the account's owner may have changed. The next start then offers a link again. */
export async function revokeOperator(
  trx: Transaction<Database>,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  if (!(await isOperator(trx, accountId))) return
  await lockOperatorChanges(trx)
  await deleteOperator(trx, accountId)
  await insertOperatorChange(trx, { accountId, action: 'operator.removed', subjectId: accountId, now })
}
