import type * as z from 'zod/mini'
import { allocate, percentToBasisPoints, applyBasisPoints, toCents } from '#model/platform/money.ts'
import type { promoCode } from './price-schemas.ts'

export type PromoCode = z.infer<typeof promoCode>

export type Discount = { ticketTypeIds?: readonly string[] | undefined } & (
  | { type: 'percentage'; basisPoints: number; maxCents?: number | undefined }
  | { type: 'fixed'; cents: number }
)

export interface DiscountableLine {
  ticketTypeId: string
  priceCents: number
  quantity: number
}

export function toDiscount(promo: PromoCode, currencyCode: string): Discount {
  const scope = { ticketTypeIds: promo.ticketTypeIds }
  if (promo.discountType === 'fixed')
    return { ...scope, type: 'fixed', cents: toCents(promo.discountValue, currencyCode) }
  const maxCents =
    promo.maxDiscountAmount === undefined ? undefined : toCents(promo.maxDiscountAmount, currencyCode)
  return { ...scope, type: 'percentage', basisPoints: percentToBasisPoints(promo.discountValue), maxCents }
}

/**
 * Returns the discount in minor units (specification §5). 0 for an empty cart, and at most the subtotal of the lines
 * that the code applies to.
 */
export function discountCents(discount: Discount | undefined, lines: readonly DiscountableLine[]): number {
  if (!discount) return 0
  const covered = lines
    .filter((line) => isDiscounted(discount, line.ticketTypeId))
    .reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
  if (discount.type === 'fixed') return Math.min(discount.cents, covered)
  return Math.min(applyBasisPoints(covered, discount.basisPoints), discount.maxCents ?? covered, covered)
}

/**
 * Divides the discount between the lines that it applies to, so that the parts add up to the discount (largest
 * remainder method).
 */
export const discountShares = (
  discount: Discount | undefined,
  lines: readonly DiscountableLine[],
): number[] =>
  allocate(
    discountCents(discount, lines),
    lines.map((line) =>
      discount && isDiscounted(discount, line.ticketTypeId) ? line.priceCents * line.quantity : 0,
    ),
  )

/**
 * True if the code applies to the ticket type. Without `ticketTypeIds`, it applies to all ticket types; with an empty
 * list, to none.
 */
export const isDiscounted = (scope: Pick<Discount, 'ticketTypeIds'>, ticketTypeId: string): boolean =>
  scope.ticketTypeIds?.includes(ticketTypeId) ?? true

export type PromoRefusal =
  | 'PROMO_UNKNOWN'
  | 'PROMO_NOT_YET'
  | 'PROMO_ENDED'
  | 'PROMO_USED_UP'
  | 'PROMO_CUSTOMER_LIMIT'

/** Conditions of a promo code. Times are in milliseconds since the epoch. */
export interface PromoTerms {
  active: boolean
  startsAt?: number | undefined
  endsAt?: number | undefined
  maxUses?: number | undefined
  maxUsesPerCustomer?: number | undefined
  eventId?: string | undefined
  /**
   * Ticket types that the code applies to. Undefined for all; empty for none, after the code's ticket types were
   * deleted.
   */
  ticketTypeIds?: readonly string[] | undefined
}

/**
 * Returns why the code can't be used. Undefined when it can. `taken`: number of other paid and pending orders that
 * use the code.
 */
export function promoRefusal(
  terms: PromoTerms,
  use: {
    lines: readonly { ticketTypeId: string; eventId: string }[]
    taken: number
    takenByCustomer: number
    now: number
  },
): PromoRefusal | undefined {
  const reached = (limit: number | undefined, count: number): boolean => limit !== undefined && count >= limit
  const checks: [PromoRefusal, boolean][] = [
    ['PROMO_UNKNOWN', !terms.active],
    ['PROMO_NOT_YET', terms.startsAt !== undefined && use.now < terms.startsAt],
    ['PROMO_ENDED', reached(terms.endsAt, use.now)],
    ['PROMO_USED_UP', reached(terms.maxUses, use.taken)],
    ['PROMO_CUSTOMER_LIMIT', reached(terms.maxUsesPerCustomer, use.takenByCustomer)],
    ['PROMO_UNKNOWN', !use.lines.some((line) => applies(terms, line))],
  ]
  return checks.find(([, refused]) => refused)?.[0]
}

const applies = (terms: PromoTerms, line: { ticketTypeId: string; eventId: string }): boolean =>
  (terms.eventId === undefined || terms.eventId === line.eventId) && isDiscounted(terms, line.ticketTypeId)
