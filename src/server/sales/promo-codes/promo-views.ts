import type { ManagedPromoCode } from '#contracts/console/pricing/promo-codes.ts'
import type { PromoTermsView } from '#contracts/console/pricing/promo-terms.ts'
import { percentToBasisPoints, toCents, toMajor } from '#model/platform/money.ts'
import type { PromoBatchRow } from './promo-option-rows.ts'
import type { PromoCodeListRow, StoredTerms } from './promo-code-list-rows.ts'

/**
 * Limit for created and imported codes, including those in rejected files. More than anyone needs, too few to fill a
 * database.
 */
export const NEW_PROMO_CODE_LIMIT = { name: 'make promo codes', points: 200_000, seconds: 86_400 }

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

export function toStoredTerms(terms: PromoTermsView): StoredTerms {
  const { discountType, discountValue, maxDiscountAmount, currency } = terms
  const cents = (major: number): number => toCents(major, currency ?? '')
  const isFixed = discountType === 'fixed'
  return {
    discountType,
    basisPoints: isFixed ? null : percentToBasisPoints(discountValue),
    amountCents: isFixed ? cents(discountValue) : null,
    maxDiscountCents: maxDiscountAmount === null ? null : cents(maxDiscountAmount),
    currency,
    startsAt: momentOf(terms.startsAt),
    endsAt: momentOf(terms.endsAt),
    maxUses: terms.maxUses,
    maxUsesPerCustomer: terms.maxUsesPerCustomer,
    eventId: terms.eventId,
    isAllTypes: terms.ticketTypeIds.length === 0 && terms.hasNoTypeLeft !== true,
    ticketTypeIds: [...new Set(terms.ticketTypeIds)].toSorted(),
    reveals: terms.reveals,
    active: terms.active,
  }
}

export function viewPromo(row: PromoCodeListRow): ManagedPromoCode {
  const { basisPoints, amountCents, maxDiscountCents, isAllTypes, ...rest } = row
  const major = (cents: number): number => toMajor(cents, row.currency ?? '')
  return {
    ...rest,
    hasNoTypeLeft: !isAllTypes && row.ticketTypeIds.length === 0,
    discountValue: amountCents === null ? (basisPoints ?? 0) / 100 : major(amountCents),
    maxDiscountAmount: maxDiscountCents === null ? null : major(maxDiscountCents),
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    revenue: row.revenue.map(({ currency, cents }) => ({ currency, amount: toMajor(cents, currency) })),
  }
}

export const viewBatch = ({ createdAt, ...batch }: PromoBatchRow) => ({
  ...batch,
  createdAt: createdAt.toISOString(),
})

export function promoAuditState(promo: PromoCodeListRow): Readonly<Record<string, unknown>> {
  const {
    id: _,
    version: _version,
    state: _state,
    used: _used,
    reserved: _reserved,
    ...kept
  } = viewPromo(promo)
  const { batchId: _batch, createdAt: _created, revenue: _revenue, hasNoTypeLeft, ...facts } = kept
  return hasNoTypeLeft ? { ...facts, hasNoTypeLeft } : facts
}
