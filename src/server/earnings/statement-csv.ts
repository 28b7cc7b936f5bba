import { minorDigits, toMajor } from '#model/money.ts'
import { dayOf, type Statement } from './read-statement.ts'

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

/** A statement as a table (RFC 4180), every line of it. Spreadsheets know by the mark at its start that it is UTF-8. */
export function statementCsv({ lines, payouts }: Statement): string {
  const earned = lines.map((line) => {
    const money = (cents: number): string => decimal(cents, line.currency)
    return [
      ...['Commission', line.day, line.orderNumber, line.eventTitle, line.ticketName, line.linkName].map(
        plain,
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
    ...['Payout', dayOf(payout.requestedAt), '', payout.eventTitle ?? '', '', ''].map(plain),
    ...NOT_SOLD,
    decimal(payout.amountCents, payout.currency),
    payout.currency,
    payout.status,
  ])
  const rows = [HEAD, ...earned, ...paid].map((cells) => cells.map(quoted).join(','))
  return `\uFEFF${rows.join('\r\n')}\r\n`
}

/** Of a payout there is no quantity, revenue, commission or claw-back. */
const NOT_SOLD = ['', '', '', '']

const decimal = (cents: number, currency: string): string =>
  toMajor(cents, currency).toFixed(minorDigits(currency))

/** What people have named: a spreadsheet would take some beginnings for a formula and run it. */
const plain = (text: string): string => (/^[\s]*[=+\-@|%＝＋－＠]/u.test(text) ? `'${text}` : text)

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell
