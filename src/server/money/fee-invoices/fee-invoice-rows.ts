import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface OwedFees {
  promoterId: string
  currency: string
  /** Fees that are not invoiced yet; negative when refunds exceed them. */
  cents: number
  name: string
  legalName: string
  legalAddress: string
  taxId: string
  country: string
}

/**
 * Returns the platform's share of sales from `from` until `until`, minus the amounts on earlier invoices. An invoice
 * therefore also contains refunds and disputes of sales on earlier invoices, and transactions that were committed late.
 * Refunds and disputes of sales before `from` are left out, because those sales were never invoiced. Excludes the payment
 * provider's fees and demo promoters.
 */
export function listOwedFees(trx: Trx, span: { from: Date; until: Date }): Promise<OwedFees[]> {
  return queryRows<OwedFees>(trx)`
    select p.id as "promoterId", f.currency, f.cents, p.name, p.legal_name as "legalName", p.legal_address as "legalAddress",
      p.tax_id as "taxId", p.country
    from (
      select b.promoter_id, b.currency, sum(b.cents)::bigint as cents from (
        select t.promoter_id, t.currency, e.amount_cents as cents
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where e.account = 'platform_fees' and t.kind in ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won')
          and t.created_at >= ${span.from} and t.created_at < ${span.until} and not exists (
            select from ledger_transactions s where s.order_id = t.order_id and s.kind = 'sale' and s.created_at < ${span.from})
        union all
        select i.promoter_id, i.currency, -i.total_cents from fee_invoices i
      ) b group by b.promoter_id, b.currency
    ) f join promoters p on p.id = f.promoter_id
    where f.cents <> 0 and not p.is_demo
    order by p.id, f.currency`
}

export interface FeeInvoiceRow {
  id: string
  number: number
  promoterId: string
  promoterName: string
  currency: string
  month: string
  totalCents: number
  taxCents: number
  taxName: string
  taxRateMillionths: number
  taxNote: string
  sellerName: string
  sellerAddress: string
  sellerTaxId: string
  buyerName: string
  buyerAddress: string
  buyerTaxId: string
  issuedAt: Date
}

export async function insertFeeInvoices(
  trx: Trx,
  invoices: readonly Omit<FeeInvoiceRow, 'promoterName'>[],
): Promise<void> {
  await execute(trx)`
    insert into fee_invoices (id, number, promoter_id, currency, month, total_cents, tax_cents, tax_name, tax_rate_millionths,
      tax_note, seller_name, seller_address, seller_tax_id, buyer_name, buyer_address, buyer_tax_id, issued_at)
    select v.id, v.number, v."promoterId", v.currency, v.month, v."totalCents", v."taxCents", v."taxName", v."taxRateMillionths",
      v."taxNote", v."sellerName", v."sellerAddress", v."sellerTaxId", v."buyerName", v."buyerAddress", v."buyerTaxId", v."issuedAt"
    from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) as v (id uuid, number bigint, "promoterId" uuid, currency text,
      month text, "totalCents" bigint, "taxCents" bigint, "taxName" text, "taxRateMillionths" integer, "taxNote" text,
      "sellerName" text, "sellerAddress" text, "sellerTaxId" text, "buyerName" text, "buyerAddress" text, "buyerTaxId" text,
      "issuedAt" timestamptz)`
}

const columns = sql`
  i.id, i.number, i.promoter_id as "promoterId", p.name as "promoterName", i.currency, i.month, i.total_cents as "totalCents",
  i.tax_cents as "taxCents", i.tax_name as "taxName", i.tax_rate_millionths as "taxRateMillionths", i.tax_note as "taxNote",
  i.seller_name as "sellerName", i.seller_address as "sellerAddress", i.seller_tax_id as "sellerTaxId",
  i.buyer_name as "buyerName", i.buyer_address as "buyerAddress", i.buyer_tax_id as "buyerTaxId", i.issued_at as "issuedAt"`

export interface FeeInvoiceSearch {
  promoterId?: string | undefined
  month?: string | undefined
  /** Number of the last invoice on the previous page. */
  below?: number | undefined
  limit: number
}

export function listFeeInvoiceRows(db: Db, find: FeeInvoiceSearch): Promise<FeeInvoiceRow[]> {
  const { promoterId, month, below, limit } = find
  return queryRows<FeeInvoiceRow>(db)`
    select ${columns} from fee_invoices i join promoters p on p.id = i.promoter_id
    where true ${promoterId === undefined ? sql`` : sql`and i.promoter_id = ${promoterId}`}
      ${month === undefined ? sql`` : sql`and i.month = ${month}`}
      ${below === undefined ? sql`` : sql`and i.number < ${below}`}
    order by i.number desc limit ${limit}`
}

export function findFeeInvoice(
  db: Db,
  find: { id: string; promoterId?: string | undefined },
): Promise<FeeInvoiceRow | undefined> {
  return queryRow<FeeInvoiceRow>(db)`
    select ${columns} from fee_invoices i join promoters p on p.id = i.promoter_id
    where i.id = ${find.id}
      ${find.promoterId === undefined ? sql`` : sql`and i.promoter_id = ${find.promoterId}`}`
}
