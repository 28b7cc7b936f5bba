import type { listOperators as contract } from '#contracts/operator/operators.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { listOperatorRows as listRows } from './operator-rows.ts'

export const listOperators: UseCase<typeof contract, AccountCall> = async (context) => {
  const rows = await listRows(context.db)
  return succeed({
    operators: rows.map(({ createdAt, ...row }) => ({ ...row, since: createdAt.toISOString() })),
  })
}
