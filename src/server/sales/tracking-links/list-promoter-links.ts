import type { ConsoleLink, listPromoterLinks as contract } from '#contracts/console/staff/links.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import { splitPage, PAGE_SIZE, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listLinkTotals } from './link-totals.ts'
import { viewLinks } from './link-view.ts'
import { listPromoterLinkRows, type PromoterLinkRow } from './promoter-link-rows.ts'

const ERASED_PERSON = 'none'

export const listPromoterLinks: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId } = call
  const { cursor, memberId: requestedId } = call.query
  const after = parseCursor(cursor)
  if (!after.success) return after
  const memberId = requestedId === ERASED_PERSON ? null : requestedId
  if (typeof memberId === 'string' && !isUuid(memberId)) return fail('NOT_FOUND')
  const find = { promoterId, memberId, after: after.data, limit: PAGE_SIZE + 1 }
  const rows = await listPromoterLinkRows(context.db, find)
  const { page, nextCursor } = splitPage(rows, ({ createdAt: at, id }) => ({ at, id }))
  return succeed({ links: await viewConsoleLinks(context, call, page), nextCursor })
}

export async function viewConsoleLinks(
  context: Context,
  { promoterId, client }: Pick<PromoterCall, 'promoterId' | 'client'>,
  rows: readonly PromoterLinkRow[],
): Promise<ConsoleLink[]> {
  const owner = { promoterId, memberId: '' }
  const viewing = { context, owner, origin: client.origin }
  const links = await viewLinks(viewing, rows, (db, linkIds) => listLinkTotals(db, promoterId, linkIds))
  return rows.flatMap(({ memberId, memberName }, index) => {
    const link = links[index]
    return link ? [{ ...link, memberId, memberName }] : []
  })
}
