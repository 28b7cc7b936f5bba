import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import { withheldCentsSql } from '#server/platform/ledger/withheld-cents-rows.ts'
import { orderIdOfLink } from '#server/sales/orders/order-rows.ts'

export interface ReceiptOrderRow {
  id: string
  promoterId: string
  totalCents: number
  isPaid: boolean
  isPaidOutside: boolean
  /** True if an accepted refund failed afterwards, and no refund was made since. */
  hasFailedRefund: boolean
  /** Time zone of the order's invoice. Null while none is issued. */
  invoiceTimeZone: string | null
}

export function findReceiptOrder(db: Db, linkId: string): Promise<ReceiptOrderRow | undefined> {
  return queryRow<ReceiptOrderRow>(db)`
    select o.id, o.promoter_id as "promoterId", o.total_cents as "totalCents", o.paid_at is not null as "isPaid",
      o.taken_outside is not null as "isPaidOutside",
      exists (select from refunds f
        join ledger_transactions l on l.order_id = f.order_id and l.fact = 'refund_failed:' || f.id
        where f.order_id = o.id and f.status = 'failed' and not exists (
          select from refunds r where r.order_id = o.id and r.status <> 'failed' and r.created_at > f.created_at
        )) as "hasFailedRefund",
      (select i.time_zone from invoices i where i.order_id = o.id) as "invoiceTimeZone"
    from orders o where o.id = ${orderIdOfLink(linkId)}`
}

export interface ReceiptRefundRow {
  isPending: boolean
  createdAt: Date
  /** The parts in minor units, without the withheld part of an accepted refund. */
  moneyCents: number
  voucherCents: number
  newVoucherCents: number
  isForVouchers: boolean
  /** Number of tickets that the buyer returned; 0 for other refunds. */
  returnedTickets: number
}

/** Lists the pending and accepted refunds of an order, oldest first. */
export function listReceiptRefunds(db: Db, orderId: string): Promise<ReceiptRefundRow[]> {
  return queryRows<ReceiptRefundRow>(db)`
    select r.status = 'pending' as "isPending", r.created_at as "createdAt",
      r.amount_cents - r.voucher_cents - r.credit_cents as "moneyCents", r.voucher_cents - ${withheldCentsSql} as "voucherCents",
      r.credit_cents as "newVoucherCents", r.voucher_cents > 0 as "isForVouchers",
      (select count(*)::int from ticket_returns t join refund_tickets rt on rt.refund_id = t.refund_id
        where t.refund_id = r.id) as "returnedTickets"
    from refunds r where r.order_id = ${orderId} and r.status <> 'failed' order by r.created_at, r.id`
}
