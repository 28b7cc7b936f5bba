import type { PromoFields, putPromoCode as contract } from '#contracts/console/promo-codes.ts'
import { fail, type FieldError } from '#contracts/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listPromoEvents } from './promo-choice-rows.ts'
import { promoFacts, scopeErrors, storeTerms, viewPromo } from './promo-desk.ts'
import { findPromoCodeListRow, updatePromo, type PromoCodeListRow } from './promo-code-list-rows.ts'
import { lockPromo } from '#server/sales/promo/promo-rows.ts'

/** Changes a code under its lock, so that each redemption is counted before or after. */
export const putPromoCode: UseCase<typeof contract, PromoterCall> = async (
  context,
  { promoterId, actor, params: { id }, body: { version, ...fields } },
) => {
  const now = new Date(context.clock.now())
  const find = { promoterId, id, now }
  if (!isUuid(id) || !(await findPromoCodeListRow(context.db, find))) return fail('NOT_FOUND')
  const errors = scopeErrors(fields, await listPromoEvents(context.db, promoterId))
  return transact(
    context.db,
    async (trx) => {
      const locked = await lockPromo(trx, { promoCodeId: id, now })
      const before = await findPromoCodeListRow(trx, find)
      if (!locked || !before) return fail('NOT_FOUND')
      if (before.version !== version) return fail('EDIT_CONFLICT', { current: viewPromo(before) })
      const tooFew = limitErrors(fields, locked)
      if (errors.length + tooFew.length > 0) return fail('VALIDATION_ERROR', [...errors, ...tooFew])
      const terms = storeTerms(fields)
      if (locked.used + locked.reserved > 0 && changesOffer(before, { ...terms, code: fields.code }))
        return fail('PROMO_WAS_USED')
      await updatePromo(trx, { ...terms, promoterId, id, code: fields.code })
      const after = await findPromoCodeListRow(trx, find)
      if (!after) throw new Error('The updated promo code was not found.')
      const change = {
        promoterId,
        actor,
        action: 'promo_code.changed',
        subject: { id, name: after.code },
      } as const
      await recordChange(trx, { ...change, before: promoFacts(before), after: promoFacts(after) }, now)
      return succeed({ promoCode: viewPromo(after) })
    },
    { promo_codes_promoter_id_code_key: 'PROMO_CODE_TAKEN' },
  )
}

/** The limit can't be lower than used plus reserved uses. */
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
