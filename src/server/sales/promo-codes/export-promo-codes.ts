import type { PromoFilters } from '#contracts/console/pricing/promo-codes.ts'
import { formatCsvLines, formatCsv } from '#model/platform/csv.ts'
import type { Context } from '#server/context.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import { splitIntoParts } from '#server/platform/split-into-parts.ts'
import { listPromoEvents } from './promo-option-rows.ts'
import { indexPromoNames, PROMO_CSV_HEAD, promoCells } from './promo-csv.ts'
import { listPromoCodePage, type PromoCodeListRow } from './promo-code-list-rows.ts'

const ROWS_AT_ONCE = 1000

interface Find {
  promoterId: string
  filters: PromoFilters
}

export async function* exportPromoCodes(
  context: Context,
  find: Find,
): AsyncGenerator<string, void, undefined> {
  const names = indexPromoNames(await listPromoEvents(context.db, find.promoterId))
  yield formatCsv([PROMO_CSV_HEAD])
  for await (const lines of splitIntoParts(everyPromo(context, find), (row) => promoCells(row, names)))
    yield formatCsvLines(lines)
}

async function* everyPromo(
  context: Context,
  { promoterId, filters }: Find,
): AsyncGenerator<PromoCodeListRow[]> {
  const now = new Date(context.clock.now())
  let after: ListPosition | undefined
  do {
    const rows = await listPromoCodePage(context.db, {
      ...filters,
      promoterId,
      now,
      after,
      limit: ROWS_AT_ONCE,
    })
    yield rows
    const last = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)
    after = last && { at: last.createdAt, id: last.id }
  } while (after)
}
