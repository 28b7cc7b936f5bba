import { missingSellerDetails } from '#model/sites/seller-details.ts'
import { execute, queryRow, type Db, type Trx } from '#server/platform/db/query.ts'
import { orderIdOfLink } from '#server/sales/orders/order-rows.ts'

export interface InvoiceRow {
  number: number
  issuedAt: Date
  /**
   * Time zone of the invoice's dates. Null for invoices issued by an earlier version, which used the time zone of the
   * order's first event.
   */
  timeZone: string | null
}

export function findInvoice(db: Db, orderId: string): Promise<InvoiceRow | undefined> {
  return queryRow<InvoiceRow>(db)`
    select number, issued_at as "issuedAt", time_zone as "timeZone" from invoices where order_id = ${orderId}`
}

/**
 * Assigns the order's invoice number, or returns the existing one. Number and row are written together under a lock
 * of the promoter, so that numbers have no gaps.
 */
export async function assignInvoiceNumber(
  trx: Trx,
  order: { id: string; promoterId: string; now: Date; timeZone: string },
): Promise<InvoiceRow> {
  const { id, promoterId, now, timeZone } = order
  // Locks the row without updating it, because an update would purge all cached pages of the promoter.
  await execute(trx)`select from promoters where id = ${promoterId} for no key update`
  await execute(trx)`
    insert into invoices (promoter_id, number, order_id, issued_at, time_zone)
    select p.id, greatest(p.next_invoice_number, 1 + (select max(i.number) from invoices i where i.promoter_id = p.id)), ${id}, ${now}, ${timeZone}
    from promoters p where p.id = ${promoterId}
    on conflict (order_id) do nothing`
  const invoice = await findInvoice(trx, id)
  if (!invoice) throw new Error(`The invoice of order ${id} has no number.`)
  return invoice
}

export interface Seller {
  promoterName: string
  legalName: string
  legalAddress: string
  taxId: string
}

export async function findSeller(db: Db, promoterId: string): Promise<Seller> {
  const row = await queryRow<Seller>(db)`
    select name as "promoterName", legal_name as "legalName", legal_address as "legalAddress", tax_id as "taxId"
    from promoters where id = ${promoterId}`
  if (!row) throw new Error(`Promoter ${promoterId} was not found.`)
  return row
}

export async function hasInvoiceOrSeller(db: Db, linkId: string): Promise<boolean> {
  const seller = await queryRow<Seller & { isIssued: boolean }>(db)`
    select p.name as "promoterName", p.legal_name as "legalName", p.legal_address as "legalAddress", p.tax_id as "taxId",
      exists (select from invoices i where i.order_id = o.id) as "isIssued"
    from orders o join promoters p on p.id = o.promoter_id where o.id = ${orderIdOfLink(linkId)}`
  return seller !== undefined && (seller.isIssued || missingSellerDetails(seller).length === 0)
}
