import type { TaxRule } from '#model/pricing/taxes.ts'
import { queryRows, type Trx } from '#server/platform/db/query.ts'
import { mostSpecificFees, type EventFeeRow } from '#server/pricing/fees/fee-rows.ts'
import { termsInEffect, type TermsInEffect } from '#server/pricing/terms/terms-rows.ts'
import { taxRule } from '#server/pricing/taxes/tax-rows.ts'

/** A cart's line with all data that its price and questions depend on. Amounts in minor units. */
export interface PurchaseLineRow {
  ticketTypeId: string
  quantity: number
  priceCents: number
  name: string
  maxPerCustomer: number | null
  eventId: string
  eventTitle: string
  eventStatus: 'draft' | 'published' | 'cancelled'
  isPromoterActive: boolean
  attendeeNames: 'none' | 'optional' | 'required'
  questions: unknown
  /** Fees of the event; null when none are configured in its currency. */
  fees: EventFeeRow | null
  /** The platform's terms in effect; null when there are none for the currency. */
  terms: TermsInEffect | null
  tax: TaxRule | null
  delivery: { method: 'will_call' | 'post'; priceCents: number }[]
}

/** Returns the lines by cart id. */
export async function listPurchaseLines(
  trx: Trx,
  { cartIds, now }: { cartIds: readonly string[]; now: Date },
): Promise<Map<string, PurchaseLineRow[]>> {
  const rows = await queryRows<PurchaseLineRow & { cartId: string }>(trx)`
    select h.cart_id as "cartId", h.ticket_type_id as "ticketTypeId", h.quantity, t.price_cents as "priceCents", t.name, t.max_per_customer as "maxPerCustomer", e.id as "eventId",
      e.title as "eventTitle", e.status as "eventStatus", p.status = 'active' as "isPromoterActive", e.attendee_names as "attendeeNames", e.questions,
      (select to_json(found) from (${mostSpecificFees}) found) as fees,
      (select to_json(found) from (${termsInEffect(now)}) found) as terms,
      ${taxRule} as tax,
      (select coalesce(json_agg(json_build_object('method', d.method, 'priceCents', d.price_cents)
          order by d.price_cents, d.method), '[]')
        from delivery_options d where d.event_id = e.id) as delivery
    from holds h join ticket_types t on t.id = h.ticket_type_id join events e on e.id = t.event_id
      join promoters p on p.id = t.promoter_id
    where h.cart_id = any(${cartIds}::uuid[]) order by h.cart_id, h.position`
  return Map.groupBy(rows, (row) => row.cartId)
}
