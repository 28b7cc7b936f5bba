import type { listPromoCodes as contract } from '#contracts/console/pricing/promo-codes.ts'
import { succeed } from '#model/platform/result.ts'
import { splitPage, PAGE_SIZE, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { viewPromo } from './promo-views.ts'
import { listPromoCodePage } from './promo-code-list-rows.ts'

export const listPromoCodes: UseCase<typeof contract, PromoterCall> = async (
  context,
  { promoterId, query: { cursor, ...filters } },
) => {
  const after = parseCursor(cursor)
  if (!after.success) return after
  const rows = await listPromoCodePage(context.db, {
    ...filters,
    promoterId,
    now: new Date(context.clock.now()),
    after: after.data,
    limit: PAGE_SIZE + 1,
  })
  const { page, nextCursor } = splitPage(rows, ({ createdAt: at, id }) => ({ at, id }))
  return succeed({ promoCodes: page.map(viewPromo), nextCursor })
}
