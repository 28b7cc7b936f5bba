import type { listBankFiles as contract } from '#contracts/operator/bank-files.ts'
import { succeed } from '#model/platform/result.ts'
import { splitPage, PAGE_SIZE, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { listBankFileRows } from './bank-file-rows.ts'
import { viewBankFile } from './bank-file-view.ts'

export const listBankFiles: UseCase<typeof contract, AccountCall> = async (context, { query }) => {
  const after = parseCursor(query.cursor)
  if (!after.success) return after
  const rows = await listBankFileRows(context.db, { after: after.data, limit: PAGE_SIZE + 1 })
  const { page, nextCursor } = splitPage(rows, ({ createdAt: at, id }) => ({ at, id }))
  return succeed({ bankFiles: page.map(viewBankFile), nextCursor })
}
