import type { Context } from '#server/context.ts'
import { listFeeInvoiceRows, type FeeInvoiceRow } from '#server/money/fee-invoices/fee-invoice-rows.ts'
import type { ExportCell, ExportTables } from './cells.ts'

const HEAD = [
  'Number',
  'Kind',
  'Month',
  'Issued',
  'Promoter',
  'Tax ID',
  'Currency',
  'Net',
  'Tax',
  'Tax rate',
  'Total',
]
const PAGE = 1000

export const feeInvoiceTables = (
  context: Pick<Context, 'db'>,
  find: { promoterId?: string; month?: string | undefined },
): ExportTables => [{ name: 'Fee invoices', head: HEAD, pages: readPages(context, find) }]

async function* readPages(
  { db }: Pick<Context, 'db'>,
  find: { promoterId?: string; month?: string | undefined },
): AsyncGenerator<ExportCell[][], void, undefined> {
  let below: number | undefined
  for (;;) {
    const rows = await listFeeInvoiceRows(db, { ...find, below, limit: PAGE })
    yield rows.map(cellsOf)
    below = rows.at(-1)?.number
    if (rows.length < PAGE) return
  }
}

const cellsOf = (row: FeeInvoiceRow): ExportCell[] => {
  const money = (cents: number): ExportCell => ({ cents, currency: row.currency })
  return [
    row.number,
    row.totalCents < 0 ? 'Credit note' : 'Invoice',
    row.month,
    row.issuedAt.toISOString().slice(0, 10),
    row.buyerName,
    row.buyerTaxId,
    row.currency,
    money(row.totalCents - row.taxCents),
    money(row.taxCents),
    row.taxRateMillionths / 1_000_000,
    money(row.totalCents),
  ]
}
