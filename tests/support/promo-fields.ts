import type { PromoFields } from '#contracts/console/promo-codes.ts'

/** A code that takes 10% off everything of a promoter, for ever. */
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
