import { formatCsv, escapeFormulas } from '#model/platform/csv.ts'
import { minorDigits, toMajor } from '#model/platform/money.ts'
import { formatUtcDay, type Statement } from './read-statement.ts'

const HEAD = [
  'Kind',
  'Date',
  'Order',
  'Event',
  'Ticket',
  'Link',
  'Quantity',
  'Revenue',
  'Commission',
  'Clawed back',
  'Paid out',
  'Currency',
  'Status',
]

export function statementCsv({ lines, payouts }: Statement): string {
  const earned = lines.map((line) => {
    const money = (cents: number): string => decimal(cents, line.currency)
    return [
      ...['Commission', line.day, line.orderNumber, line.eventTitle, line.ticketName, line.linkName].map(
        escapeFormulas,
      ),
      String(line.quantity),
      money(line.revenueCents),
      money(line.amountCents),
      money(line.clawedBackCents),
      '',
      line.currency,
      line.status,
    ]
  })
  const paid = payouts.map((payout) => [
    ...['Payout', formatUtcDay(payout.requestedAt), '', payout.eventTitle ?? '', '', ''].map(escapeFormulas),
    ...NOT_SOLD,
    decimal(payout.amountCents, payout.currency),
    payout.currency,
    payout.status,
  ])
  return formatCsv([HEAD, ...earned, ...paid])
}

/** Empty cells in a payout's row: quantity, revenue, commission, deduction. */
const NOT_SOLD = ['', '', '', '']

const decimal = (cents: number, currency: string): string =>
  toMajor(cents, currency).toFixed(minorDigits(currency))
