import type {
  ManagedPromoCode,
  PromoOptions,
  PromoFields,
  PromoState,
} from '#contracts/console/pricing/promo-codes.ts'
import { formatDate, formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'

export const PROMO_STATE_LABELS: Readonly<Record<PromoState, readonly [name: string, tone: string]>> = {
  active: ['Active', 'success'],
  scheduled: ['Scheduled', 'plain'],
  used_up: ['Used up', 'warning'],
  ended: ['Ended', 'plain'],
  off: ['Off', 'plain'],
}

type Offer = Pick<PromoFields, 'discountType' | 'discountValue' | 'maxDiscountAmount' | 'currency'>

/** Describes a discount, for example '10% off, €5.00 maximum'. */
export function formatDiscount({ discountType, discountValue, maxDiscountAmount, currency }: Offer): string {
  if (discountType === 'fixed') return `${formatAmount(discountValue, currency ?? '')} off`
  const most =
    maxDiscountAmount === null ? '' : `, ${formatAmount(maxDiscountAmount, currency ?? '')} maximum`
  return `${discountValue}% off${most}`
}

type Scope = Pick<PromoFields, 'eventId' | 'ticketTypeIds' | 'hasNoTypeLeft'>

const typesOf = ({ ticketTypeIds }: Scope, { events }: PromoOptions) =>
  events.flatMap(({ ticketTypes }) => ticketTypes).filter(({ id }) => ticketTypeIds.includes(id))

/** True when all ticket types of the code were deleted, before or after the form was opened. */
export const hasLostTicketTypes = (scope: Scope, options: PromoOptions): boolean =>
  scope.ticketTypeIds.length > 0 ? typesOf(scope, options).length === 0 : scope.hasNoTypeLeft === true

export function formatScope(scope: Scope, options: PromoOptions): string {
  const event = options.events.find(({ id }) => id === scope.eventId)
  const types = typesOf(scope, options).map(({ name }) => name)
  const what = event?.title ?? 'All events'
  if (hasLostTicketTypes(scope, options)) return `${what}: no ticket type left, so valid for no ticket`
  return types.length === 0 ? what : `${what}: ${types.join(', ')}`
}

export function formatValidity({ startsAt, endsAt }: Pick<PromoFields, 'startsAt' | 'endsAt'>): string {
  if (startsAt && endsAt) return `${formatDate(startsAt)} – ${formatDate(endsAt)}`
  if (startsAt) return `From ${formatDate(startsAt)}`
  return endsAt ? `Until ${formatDate(endsAt)}` : 'Any time'
}

export const formatUses = ({ used, maxUses }: Pick<ManagedPromoCode, 'used' | 'maxUses'>): string =>
  maxUses === null ? `${used}` : `${used} of ${maxUses}`

export const formatRevenue = ({ revenue }: Pick<ManagedPromoCode, 'revenue'>): string =>
  revenue.map(({ amount, currency }) => formatAmount(amount, currency)).join(' + ') || '–'

/** Returns all fields that can be changed, with their values as text, to compare two versions in a conflict. */
export const formatPromoFields = (
  promo: PromoFields,
  options: PromoOptions,
): (readonly [label: string, value: string])[] => [
  ['Code', promo.code],
  ['Discount', formatDiscount(promo)],
  ['For', formatScope(promo, options)],
  ['Reveals hidden tickets', promo.reveals ? 'Yes' : 'No'],
  ['From', momentOrNone(promo.startsAt)],
  ['Until', momentOrNone(promo.endsAt)],
  ['Total orders', formatLimit(promo.maxUses)],
  ['Orders per customer', formatLimit(promo.maxUsesPerCustomer)],
  ['Active', promo.active ? 'Yes' : 'No'],
]

const momentOrNone = (iso: string | null): string => (iso === null ? '' : formatDateTime(iso))
const formatLimit = (limit: number | null): string => (limit === null ? 'No limit' : String(limit))
