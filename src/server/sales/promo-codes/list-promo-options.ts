import type { listPromoOptions as contract } from '#contracts/console/pricing/promo-codes.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listPromoBatches, listPromoEvents } from './promo-option-rows.ts'
import { viewBatch } from './promo-views.ts'

export const listPromoOptions: UseCase<typeof contract, PromoterCall> = async (context, { promoterId }) => {
  const [events, batches] = await Promise.all([
    listPromoEvents(context.db, promoterId),
    listPromoBatches(context.db, promoterId),
  ])
  return succeed({ events, batches: batches.map(viewBatch) })
}
