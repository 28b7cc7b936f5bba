import type { PromoFilters } from '#contracts/console/promo-codes.ts'
import { csvLines, csvOf } from '#model/csv.ts'
import type { Context } from '../context.ts'
import { listPromoEvents } from './promo-choice-rows.ts'
import { PROMO_CSV_HEAD, promoCells } from './promo-csv.ts'
import { listDeskPromos } from './promo-desk-rows.ts'

const ROWS_AT_ONCE = 1000

/** A selection of codes as a file, part by part: no more than one part is in memory. */
export async function* exportPromoCodes(
  context: Context,
  { promoterId, filters }: { promoterId: string; filters: PromoFilters },
): AsyncGenerator<string, void, undefined> {
  const now = new Date(context.clock.now())
  const events = await listPromoEvents(context.db, promoterId)
  yield csvOf([PROMO_CSV_HEAD])
  let after: { createdAt: Date; id: string } | undefined
  do {
    const rows = await listDeskPromos(context.db, { ...filters, promoterId, now, after, limit: ROWS_AT_ONCE })
    yield csvLines(rows.map((row) => promoCells(row, events)))
    after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)
  } while (after)
}
