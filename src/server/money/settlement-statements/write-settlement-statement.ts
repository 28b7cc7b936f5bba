import { SETTLEMENT_STATUS_LABELS, STATEMENT_LINE_LABELS } from '#model/money/settlement-labels.ts'
import { formatMoney } from '#model/platform/money.ts'
import type { Seller } from '#server/money/invoices/invoice-rows.ts'
import type { InvoiceContent, InvoiceLine } from '#server/money/invoices/write-invoice.ts'
import type { StatementContentEntry, StatementContent } from './read-statement-content.ts'

export interface StatementHead {
  name: string
  lines: readonly string[]
}

/** Maximum number of orders in the PDF. For a longer statement, the PDF contains only the sums, and the CSV file the orders. */
const MAX_PAPER_LINES = 5000

export function writeSettlementStatement(content: StatementContent, platform: StatementHead): InvoiceContent {
  const { settlement, entries, sums, promoter } = content
  const { currency, number, createdAt, status, method } = settlement
  const money = formatSignedMoney(currency)
  const listed = entries.filter(({ sums: { totalCents } }) => totalCents !== 0)
  return {
    title: `Statement ${number}`,
    seller: platform,
    buyer: promoterAddressLines(promoter),
    facts: [
      ['Statement number', String(number)],
      ['Created', formatDay(createdAt)],
      ['Status', SETTLEMENT_STATUS_LABELS[status]],
      ['Paid through', method === 'bank' ? 'bank transfer' : 'payment provider'],
      ['Currency', currency],
    ],
    headings: { name: 'Order', quantity: 'Date', price: 'Sales', amount: 'Amount' },
    lines:
      listed.length > MAX_PAPER_LINES
        ? [{ ...EMPTY_LINE, name: `${listed.length} entries`, note: 'The CSV file lists them all.' }]
        : listed.map((entry) => lineOf(entry, currency)),
    sums: [
      ['Opening balance', money(settlement.openingBalanceCents)],
      ...sums.lines.map(({ kind, cents }): [string, string] => [STATEMENT_LINE_LABELS[kind], money(cents)]),
      ['Closing balance', money(settlement.closingBalanceCents)],
      ...held('Not due yet', settlement.notDueCents),
      ...held('Reserve', settlement.reserveCents),
      ...held('Owed by your team', settlement.memberDebtCents),
      ['Taxes to remit', money(sums.taxesCents)],
    ],
    total: ['Paid out', money(settlement.amountCents)],
    taxes: [],
    refunds: [],
  }

  function held(label: string, cents: number): [string, string][] {
    return cents === 0 ? [] : [[`${label} (included in the closing balance)`, money(cents)]]
  }
}

const EMPTY_LINE = { quantity: '', price: '', amount: '' } as const

export const formatSignedMoney =
  (currency: string) =>
  (cents: number): string =>
    `${cents < 0 ? '−' : ''}${formatMoney(Math.abs(cents), currency)}`

export const formatDay = (date: Date): string => date.toISOString().slice(0, 10)

export const promoterAddressLines = ({ promoterName, legalName, legalAddress, taxId }: Seller): string[] => [
  legalName || promoterName,
  ...legalAddress.split('\n').filter(Boolean),
  ...(taxId ? [taxId] : []),
]

function lineOf(entry: StatementContentEntry, currency: string): InvoiceLine {
  const { lines, totalCents } = entry.sums
  const money = formatSignedMoney(currency)
  const sales = lines.find(({ kind }) => kind === 'sales')
  const [kind] = lines.map((line) => STATEMENT_LINE_LABELS[line.kind])
  return {
    name: entry.orderNumber ?? kind ?? '',
    note: [...entry.eventTitles, entry.note].filter(Boolean).join(', '),
    quantity: formatDay(entry.at),
    price: sales ? money(sales.cents) : '',
    amount: money(totalCents),
  }
}
