import { fail } from '#contracts/platform/errors.ts'
import { toMajor } from '#model/platform/money.ts'
import {
  isDiscounted,
  promoRefusal,
  type Discount,
  type PromoCode,
  type PromoRefusal,
} from '#model/pricing/promo.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Db } from '#server/platform/db/query.ts'
import { countPromoUsesOf, type PromoRow } from './promo-rows.ts'

export interface PromoUse {
  lines: readonly { ticketTypeId: string; eventId: string }[]
  currency: string
  email?: string | undefined
  now: number
}

export async function checkPromo(
  db: Db,
  promo: PromoRow | undefined,
  use: PromoUse,
): Promise<Result<Discount, PromoRefusal>> {
  if (!promo) return fail('PROMO_UNKNOWN')
  const takenByCustomer = use.email
    ? await countPromoUsesOf(db, { promoCodeId: promo.id, email: use.email, now: new Date(use.now) })
    : 0
  const refusal = promoRefusal(promo, { ...use, taken: promo.used + promo.reserved, takenByCustomer })
  if (refusal) return fail(refusal)
  // Discounts of a fixed amount are valid in their currency only.
  if (promo.currency !== null && promo.currency !== use.currency) return fail('PROMO_UNKNOWN')
  return succeed(toDiscount(promo, use))
}

function toDiscount(promo: PromoRow, use: PromoUse): Discount {
  const ticketTypeIds = coveredTypes(promo, use)
  if (promo.discountType === 'fixed') return { type: 'fixed', cents: promo.amountCents ?? 0, ticketTypeIds }
  return {
    type: 'percentage',
    basisPoints: promo.basisPoints ?? 0,
    maxCents: promo.maxDiscountCents ?? undefined,
    ticketTypeIds,
  }
}

/** Returns the ticket types in the cart that the code applies to; undefined if it applies to all. */
function coveredTypes(promo: PromoRow, use: PromoUse): string[] | undefined {
  if (promo.eventId === undefined && promo.ticketTypeIds === undefined) return undefined
  return use.lines
    .filter((line) => promo.eventId === undefined || line.eventId === promo.eventId)
    .filter((line) => isDiscounted(promo, line.ticketTypeId))
    .map((line) => line.ticketTypeId)
}

/**
 * Returns a promo code in the API's format (specification §3). Money is in major units, percentages are whole numbers.
 */
export const toPromoCode = (promo: PromoRow, discount: Discount, currency: string): PromoCode => ({
  code: promo.code,
  discountType: promo.discountType,
  discountValue:
    promo.discountType === 'fixed'
      ? toMajor(promo.amountCents ?? 0, currency)
      : (promo.basisPoints ?? 0) / 100,
  ...(promo.maxDiscountCents === null
    ? {}
    : { maxDiscountAmount: toMajor(promo.maxDiscountCents, currency) }),
  ...(discount.ticketTypeIds ? { ticketTypeIds: [...discount.ticketTypeIds] } : {}),
})
