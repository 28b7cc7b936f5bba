import type { listAllPromoters as contract } from '#contracts/operator/promoters.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { splitPage, parseCursor } from '#server/platform/ids/list-cursor.ts'
import { siteOrigin } from '#server/platform/site-origin.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { listAllPromoterRows as listRows } from './all-promoter-rows.ts'

export const listAllPromoters: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { q, status, cursor } = call.query
  const after = parseCursor(cursor)
  if (!after.success) return after
  const like = q ? `%${q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%` : undefined
  const rows = await listRows(context.db, { like, status, after: after.data })
  const { page, nextCursor } = splitPage(rows, ({ createdAt, id }) => ({ at: createdAt, id }))
  const promoters = page.map(({ createdAt, sales, ...row }) => ({
    ...row,
    siteUrl: siteOrigin(context, call, row.id) ?? '',
    since: createdAt.toISOString(),
    sales: sales.map(({ cents, ...sale }) => ({ ...sale, total: toMajor(cents, sale.currency) })),
  }))
  return succeed({ promoters, nextCursor })
}
