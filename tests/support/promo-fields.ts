import type { PromoFields } from '#contracts/console/pricing/promo-codes.ts'

/** A code with 10% discount on everything, without limits. */
export const promoFieldsOf = (code: string, more: Partial<PromoFields> = {}): PromoFields => ({
  code,
  discountType: 'percentage',
  discountValue: 10,
  maxDiscountAmount: null,
  currency: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerCustomer: null,
  eventId: null,
  ticketTypeIds: [],
  reveals: false,
  active: true,
  ...more,
})
