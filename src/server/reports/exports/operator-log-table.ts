import type { Context } from '#server/context.ts'
import { viewOperatorLogEntry } from '#server/people/operators/list-operator-log.ts'
import {
  listOperatorLogRows,
  type OperatorLogRow,
  type OperatorLogSearch,
} from '#server/people/operators/operator-log-rows.ts'
import { splitIntoParts } from '#server/platform/split-into-parts.ts'
import type { ExportCell, ExportTables } from './cells.ts'

const PAGE = 1000

export const operatorLogTables = (
  context: Pick<Context, 'db'>,
  search: Omit<OperatorLogSearch, 'before' | 'limit'>,
): ExportTables => [
  {
    name: 'Log',
    head: ['Time', 'Person', 'What', 'Promoter', 'Action'],
    pages: splitIntoParts(everyEntry(context, search), cellsOf),
  },
]

async function* everyEntry(
  { db }: Pick<Context, 'db'>,
  search: Omit<OperatorLogSearch, 'before' | 'limit'>,
): AsyncGenerator<OperatorLogRow[]> {
  for (let before: number | undefined; ;) {
    const rows = await listOperatorLogRows(db, { ...search, before, limit: PAGE })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    before = last.id
  }
}

function cellsOf(row: OperatorLogRow): ExportCell[] {
  const { message, actor, promoter, action } = viewOperatorLogEntry(row)
  return [{ at: row.at, timeZone: 'UTC' }, actor, message, promoter?.name ?? '', action]
}
