import type { deletePromoCode as contract } from '#contracts/console/pricing/promo-codes.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { promoAuditState } from './promo-views.ts'
import { deletePromoCodeRow, findPromoCodeListRow } from './promo-code-list-rows.ts'

/** Deletes a code that no order has used. A foreign key detects orders that use it, including concurrent ones. */
export const deletePromoCode: UseCase<typeof contract, PromoterCall> = async (
  context,
  { promoterId, actor, params: { id } },
) => {
  const now = new Date(context.clock.now())
  return transact(
    context.db,
    async (trx) => {
      const promo = await findPromoCodeListRow(trx, { promoterId, id, now })
      if (!promo) return fail('NOT_FOUND')
      if (promo.used + promo.reserved > 0) return fail('PROMO_IN_ORDERS')
      await deletePromoCodeRow(trx, { promoterId, id })
      const change = {
        promoterId,
        actor,
        action: 'promo_code.deleted',
        subject: { id, name: promo.code },
      } as const
      await recordChange(trx, { ...change, before: promoAuditState(promo) }, now)
      return succeed({})
    },
    { orders_promoter_id_promo_code_id_fkey: 'PROMO_IN_ORDERS' },
  )
}
