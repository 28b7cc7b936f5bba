import { promoFields } from '#contracts/console/pricing/promo-codes.ts'
import type { PromoTermsView } from '#contracts/console/pricing/promo-terms.ts'
import { typedForm, type TypedForm } from '#islands/platform/typed-form.ts'

/** Prefix of the checkboxes' names; the id of a ticket type follows. */
export const TICKET_TYPE_FIELD = 'type-'

/** Name of a hidden field in the form of a code whose ticket types were all deleted. */
export const LOST_TICKET_TYPES_FIELD = 'lostTypes'
/** Name of the checkbox that makes a code whose ticket types were deleted valid for all ticket types. */
export const ALL_TICKET_TYPES_FIELD = 'allTypes'

/** Converts the form's fields to the format of the API. */
export function readPromoTerms(form: TypedForm): PromoTermsView {
  const { values, count, amount, percentage, optional } = form
  const isFixed = values['discountType'] === 'fixed'
  const currency = values['currency'] ?? ''
  const money = (name: string): number => amount(name, currency)
  const maxDiscountAmount = isFixed ? null : optional('maxDiscountAmount', money)
  return {
    discountType: isFixed ? 'fixed' : 'percentage',
    discountValue: isFixed ? money('discountValue') : percentage('discountValue', 2),
    maxDiscountAmount,
    currency: isFixed || maxDiscountAmount !== null ? currency || null : null,
    startsAt: readMoment(values['startsAt']),
    endsAt: readMoment(values['endsAt']),
    maxUses: optional('maxUses', (name) => count(name, 1)),
    maxUsesPerCustomer: optional('maxUsesPerCustomer', (name) => count(name, 1)),
    eventId: values['eventId'] || null,
    ...readTypes(values),
    reveals: values['reveals'] !== undefined,
    active: values['active'] !== undefined,
  }
}

function readTypes(values: TypedForm['values']) {
  const ticketTypeIds = Object.keys(values).flatMap((name) =>
    name.startsWith(TICKET_TYPE_FIELD) ? [name.slice(TICKET_TYPE_FIELD.length)] : [],
  )
  if (values[LOST_TICKET_TYPES_FIELD] === undefined) return { ticketTypeIds }
  return {
    ticketTypeIds,
    hasNoTypeLeft: ticketTypeIds.length === 0 && values[ALL_TICKET_TYPES_FIELD] === undefined,
  }
}

/** Schema of the form for a single code. */
export const promoForm = typedForm(
  (form) => ({ ...readPromoTerms(form), code: form.text('code') }),
  promoFields,
)

/** Converts a local time in the browser's time zone to ISO 8601. Null if it is empty or invalid. */
function readMoment(local: string | undefined): string | null {
  const ms = local ? new Date(local).getTime() : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

export function formatMomentInput(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
