import type { createPromoCode as contract } from '#contracts/console/pricing/promo-codes.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { checkPromoScope } from './promo-scope.ts'
import { promoAuditState, toStoredTerms, viewPromo } from './promo-views.ts'
import { findPromoCodeListRow, insertPromoCodes } from './promo-code-list-rows.ts'

export const createPromoCode: UseCase<typeof contract, PromoterCall> = async (
  context,
  { promoterId, actor, body },
) => {
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const errors = await checkPromoScope(trx, promoterId, body)
    if (errors.length > 0) return fail('VALIDATION_ERROR', errors)
    const codes = [{ ...toStoredTerms(body), code: body.code }]
    const [made] = await insertPromoCodes(trx, { promoterId, batchId: null, codes, now })
    if (!made) return fail('PROMO_CODE_TAKEN')
    const promo = await findPromoCodeListRow(trx, { promoterId, id: made.id, now })
    if (!promo) throw new Error('The inserted promo code was not found.')
    const subject = { id: promo.id, name: promo.code }
    const change = {
      promoterId,
      actor,
      action: 'promo_code.created',
      subject,
      after: promoAuditState(promo),
    } as const
    await recordChange(trx, change, now)
    return succeed({ promoCode: viewPromo(promo) })
  })
}
