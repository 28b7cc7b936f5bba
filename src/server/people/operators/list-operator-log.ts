import { z } from 'zod'
import type {
  listOperatorLog as contract,
  listOperatorLogOptions as optionsContract,
  OperatorLogEntry,
  OperatorLogSelection,
} from '#contracts/operator/audit.ts'
import { fail } from '#contracts/platform/errors.ts'
import { operatorLogMessage } from '#model/people/operator-log.ts'
import { succeed } from '#model/platform/result.ts'
import { createCursor } from '#server/platform/ids/cursors.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { PAGE_SIZE } from '#server/platform/ids/list-cursor.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  listOperatorLogOptionRows,
  listOperatorLogRows,
  type OperatorLogRow,
  type OperatorLogSearch,
} from './operator-log-rows.ts'

const cursor = createCursor(z.int().min(1))

export const listOperatorLog: UseCase<typeof contract, AccountCall> = async (context, { query }) => {
  const before = query.cursor === undefined ? undefined : cursor.read(query.cursor)
  if (query.cursor !== undefined && before === undefined)
    return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This cursor is invalid.' }])
  const search = toOperatorLogSearch(query)
  if (!search) return fail('NOT_FOUND')
  const rows = await listOperatorLogRows(context.db, { ...search, before, limit: PAGE_SIZE + 1 })
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  const nextCursor = last && rows.length > PAGE_SIZE ? cursor.write(last.id) : null
  return succeed({ entries: page.map(viewOperatorLogEntry), nextCursor })
}

export function toOperatorLogSearch(
  query: OperatorLogSelection,
): Omit<OperatorLogSearch, 'before' | 'limit'> | undefined {
  const { actor, promoter, action, from, to } = query
  if ([actor, promoter].some((id) => id !== undefined && !isUuid(id))) return undefined
  return {
    actor,
    promoter,
    action,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  }
}

export const viewOperatorLogEntry = (row: OperatorLogRow): OperatorLogEntry => ({
  id: String(row.id),
  at: row.at.toISOString(),
  message: operatorLogMessage(row),
  action: row.action,
  actor: row.actor,
  actorId: row.actorId,
  promoter: row.promoterId === null ? null : { id: row.promoterId, name: row.promoterName },
})

export const listOperatorLogOptions: UseCase<typeof optionsContract, AccountCall> = async (context) =>
  succeed(await listOperatorLogOptionRows(context.db))
