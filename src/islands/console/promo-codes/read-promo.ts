import type { PromoFields } from '#contracts/console/promo-codes.ts'
import type { PromoTermsView } from '#contracts/console/promo-terms.ts'

type Values = Readonly<Record<string, string>>

/** Ticket types are boxes with their id in the name. */
export const TYPE_FIELD = 'type-'

/** What a form says of a discount, as the server takes it: what is no number stays for the server to complain about. */
export function readTerms(values: Values): PromoTermsView {
  const isFixed = values['discountType'] === 'fixed'
  const maxDiscountAmount = isFixed ? null : readNumber(values['maxDiscountAmount'])
  return {
    discountType: isFixed ? 'fixed' : 'percentage',
    discountValue: readNumber(values['discountValue']) ?? 0,
    maxDiscountAmount,
    currency: isFixed || maxDiscountAmount !== null ? values['currency'] || null : null,
    startsAt: readMoment(values['startsAt']),
    endsAt: readMoment(values['endsAt']),
    maxUses: readNumber(values['maxUses']),
    maxUsesPerCustomer: readNumber(values['maxUsesPerCustomer']),
    eventId: values['eventId'] || null,
    ticketTypeIds: Object.keys(values).flatMap((name) =>
      name.startsWith(TYPE_FIELD) ? [name.slice(TYPE_FIELD.length)] : [],
    ),
    reveals: values['reveals'] !== undefined,
    active: values['active'] !== undefined,
  }
}

export const readFields = (values: Values): PromoFields => ({
  ...readTerms(values),
  code: values['code'] ?? '',
})

export function readNumber(text: string | undefined): number | null {
  const written = text?.replace('%', '').replace(',', '.').trim() ?? ''
  return written === '' ? null : Number(written)
}

/** The browser's own wall clock ↔ ISO 8601. */
function readMoment(local: string | undefined): string | null {
  const ms = local ? new Date(local).getTime() : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

export function writeMoment(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
