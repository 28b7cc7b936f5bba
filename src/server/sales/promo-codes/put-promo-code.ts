import type { PromoFields, putPromoCode as contract } from '#contracts/console/pricing/promo-codes.ts'
import { fail, type FieldError } from '#contracts/platform/errors.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { checkPromoScope } from './promo-scope.ts'
import { promoAuditState, toStoredTerms, viewPromo } from './promo-views.ts'
import { findPromoCodeListRow, updatePromoCode, type PromoCodeListRow } from './promo-code-list-rows.ts'
import { lockPromo } from '#server/sales/promo/promo-rows.ts'

/** Changes a code under its lock, so that each redemption counts either before or after the change. */
export const putPromoCode: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, params, body } = call
  const { id } = params
  const { version, ...fields } = body
  const now = new Date(context.clock.now())
  const find = { promoterId, id, now }
  if (!(await findPromoCodeListRow(context.db, find))) return fail('NOT_FOUND')
  return editVersioned(context, call, {
    version,
    lock: async (trx) => {
      const uses = await lockPromo(trx, { promoCodeId: id, now })
      const promo = await findPromoCodeListRow(trx, find)
      return uses && promo && { uses, promo, version: promo.version }
    },
    write: async (trx, { uses, promo }) => {
      const errors = [...(await checkPromoScope(trx, promoterId, fields)), ...limitErrors(fields, uses)]
      if (errors.length > 0) return fail('VALIDATION_ERROR', errors)
      const { hasNoTypeLeft = viewPromo(promo).hasNoTypeLeft } = fields
      const offer = { ...toStoredTerms({ ...fields, hasNoTypeLeft }), code: fields.code }
      if (uses.used + uses.reserved > 0 && changesOffer(promo, offer)) return fail('PROMO_WAS_USED')
      return updatePromoCode(trx, { ...offer, promoterId, id })
    },
    view: ({ promo }) => viewPromo(promo),
    data: (promoCode) => ({ promoCode }),
    action: 'promo_code.changed',
    subject: ({ promo }) => ({ id, name: promo.code }),
    state: ({ promo }) => promoAuditState(promo),
    rules: { promo_codes_promoter_id_code_key: 'PROMO_CODE_TAKEN' },
  })
}

function limitErrors(
  { maxUses }: PromoFields,
  { used, reserved }: { used: number; reserved: number },
): FieldError[] {
  if (maxUses === null || maxUses >= used + reserved) return []
  const pending =
    reserved === 0 ? '' : ` and ${reserved} more ${reserved === 1 ? 'is' : 'are'} being paid for`
  const message = `It was used ${used} ${used === 1 ? 'time' : 'times'}${pending}: enter ${used + reserved} or more.`
  return [{ path: 'maxUses', message }]
}

type Offer = Pick<
  PromoCodeListRow,
  'code' | 'discountType' | 'basisPoints' | 'amountCents' | 'maxDiscountCents' | 'currency'
>

const changesOffer = (before: Offer, after: Offer): boolean =>
  before.code !== after.code ||
  before.discountType !== after.discountType ||
  before.basisPoints !== after.basisPoints ||
  before.amountCents !== after.amountCents ||
  before.maxDiscountCents !== after.maxDiscountCents ||
  before.currency !== after.currency
