import { monthStart } from '#model/money/fee-invoices.ts'
import { formatDay } from '#model/catalog/format-event.ts'
import { formatMoney, millionthsToPercent } from '#model/platform/money.ts'
import type { InvoiceContent } from '#server/money/invoices/write-invoice.ts'
import type { FeeInvoiceRow } from './fee-invoice-rows.ts'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats '2026-11' as 'November 2026'. */
export const formatMonth = (month: string): string => monthName.format(monthStart(month))

export const feeInvoiceTitle = ({
  number,
  totalCents,
}: Pick<FeeInvoiceRow, 'number' | 'totalCents'>): string =>
  `${totalCents < 0 ? 'Credit note' : 'Invoice'} ${number}`

/** Returns the content of an invoice or credit note. A credit note's amounts have no minus sign. */
export function writeFeeInvoice(row: FeeInvoiceRow): InvoiceContent {
  const { totalCents, taxCents, taxName, currency } = row
  const money = (cents: number): string => formatMoney(Math.abs(cents), currency)
  const net = money(totalCents - taxCents)
  const taxLabel = `${taxName || 'Tax'} ${millionthsToPercent(row.taxRateMillionths)}%`
  const what = totalCents < 0 ? 'Platform fees returned' : 'Platform fees'
  return {
    title: feeInvoiceTitle(row),
    seller: { name: row.sellerName, lines: [...linesOf(row.sellerAddress), ...linesOf(row.sellerTaxId)] },
    buyer: [row.buyerName, ...linesOf(row.buyerAddress), ...linesOf(row.buyerTaxId)],
    facts: [
      ['Number', String(row.number)],
      ['Issued', formatDay(row.issuedAt.toISOString(), 'UTC')],
      ['Month', formatMonth(row.month)],
      ['Currency', currency],
    ],
    headings: { name: 'Service', quantity: 'Quantity', price: 'Price', amount: 'Amount' },
    lines: [
      {
        name: `${what}, ${formatMonth(row.month)}`,
        note: [
          totalCents < 0
            ? 'More fees were returned with refunds than were charged for this month’s sales. The difference was already added to your balance.'
            : 'Fees for ticket sales, minus fees returned with refunds. They were already deducted from your sales, so there is nothing to pay.',
          row.taxNote,
        ]
          .filter(Boolean)
          .join('\n'),
        quantity: '1',
        price: net,
        amount: net,
      },
    ],
    sums: taxCents === 0 ? [] : [[taxLabel, money(taxCents)]],
    total: ['Total', money(totalCents)],
    taxes: taxCents === 0 ? [] : [{ label: taxLabel, base: net, amount: money(taxCents) }],
    refunds: [],
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
