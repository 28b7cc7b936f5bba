import { isOwnedBySql, type OrderOwner } from '#server/people/accounts/own-order-rows.ts'
import { areCodesShown } from '#server/catalog/codes/code-rows.ts'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import { exportedLegalTexts } from '#server/sales/orders/order-legal-rows.ts'
import { orderTaxes } from '#server/pricing/taxes/tax-rows.ts'

export function exportOrderRows(
  db: Db,
  { owner, now }: { owner: OrderOwner; now: Date },
): Promise<Record<string, unknown>[]> {
  return queryRows<Record<string, unknown>>(db)`
    select o.id, o.number, (select p.name from promoters p where p.id = o.promoter_id) as promoter, o.status, o.currency,
      o.subtotal_cents as "subtotalCents", o.discount_cents as "discountCents", o.ticket_fees_cents as "ticketFeesCents",
      o.order_fees_cents as "orderFeesCents", o.delivery_fee_cents as "deliveryFeeCents", o.tax_cents as "taxCents",
      o.tax_included as "taxIncluded", o.rounding_cents as "roundingCents", o.total_cents as "totalCents", ${orderTaxes} as taxes,
      o.promo_code as "promoCode", o.first_name as "firstName", o.last_name as "lastName", o.email, o.phone, o.delivery,
      o.answers, o.tracking, o.created_at as "createdAt", o.paid_at as "paidAt",
      (select coalesce(json_agg(json_build_object('event', e.title, 'startsAt', e.starts_at, 'name', i.name,
          'quantity', i.quantity, 'priceCents', i.price_cents, 'ticketFeeCents', i.ticket_fee_cents,
          'discountCents', i.discount_cents, 'taxCents', i.tax_cents) order by i.position), '[]')
        from order_items i join events e on e.id = i.event_id where i.order_id = o.id) as items,
      (select coalesce(json_agg(json_build_object('firstName', a.first_name, 'lastName', a.last_name, 'email', a.email,
          'answers', a.answers) order by a.position), '[]')
        from order_attendees a where a.order_id = o.id and not exists (
          select from tickets t join ticket_transfers r on r.ticket_id = t.id and r.holds
          where t.order_id = a.order_id and t.position = a.position)) as attendees,
      (select coalesce(json_agg(json_build_object('code', case when r.id is null and ${areCodesShown(now)} then t.code end,
          'holder', coalesce(r.first_name, t.holder), 'status', case when r.id is null or t.status = 'void' then t.status else 'passed_on' end)
          order by t.position), '[]')
        from tickets t join events e on e.id = t.event_id
        left join ticket_transfers r on r.ticket_id = t.id and r.sender_id is null and r.status = 'accepted'
        where t.order_id = o.id) as tickets,
      (select json_build_object('provider', p.provider, 'status', p.status, 'amountCents', p.amount_cents,
          'currency', p.currency, 'createdAt', p.created_at)
        from payments p where p.order_id = o.id) as payment,
      (select json_build_object('amountCents', o.total_cents, 'recipientName', s.recipient_name, 'recipientEmail', s.recipient_email,
          'message', s.message, 'deliverAt', s.deliver_at, 'deliveredAt', s.delivered_at)
        from voucher_sales s where s.order_id = o.id) as voucher,
      ${exportedLegalTexts} as "acceptedLegalTexts"
    from orders o where ${isOwnedBySql(owner)} order by o.created_at, o.id`
}
