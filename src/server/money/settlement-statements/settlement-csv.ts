import { STATEMENT_LINE_LABELS } from '#model/money/settlement-labels.ts'
import { statementLineKind } from '#model/money/settlements.ts'
import { formatCsv, escapeFormulas } from '#model/platform/csv.ts'
import { minorDigits } from '#model/platform/money.ts'
import { decimalAmount } from '#server/money/bank-files/transfers.ts'
import type { StatementContentEntry, StatementContent } from './read-statement-content.ts'
import type { EventStatementContent } from './write-event-statement.ts'

const KINDS = statementLineKind.options

const HEAD = [
  'Date',
  'Order',
  'Events',
  'Note',
  ...KINDS.map((kind) => STATEMENT_LINE_LABELS[kind]),
  'Amount',
  'Balance',
  'Currency',
  'Sale paid by voucher',
]

/**
 * Formats a statement as CSV: one row per order between the opening and the closing balance. `Balance` is the balance after
 * the row; the last column is the part of the order's sale that was paid with vouchers.
 */
export function settlementCsv({ settlement, entries, sums }: StatementContent): string {
  const { currency, openingBalanceCents, closingBalanceCents, createdAt } = settlement
  const money = (cents: number): string => decimalAmount(cents, currency)
  const row = (date: string, entry: Partial<StatementContentEntry>, balance: number): string[] => [
    date,
    escapeFormulas(entry.orderNumber ?? ''),
    escapeFormulas((entry.eventTitles ?? []).join(', ')),
    escapeFormulas(entry.note ?? ''),
    ...KINDS.map((kind) => {
      const line = entry.sums?.lines.find((each) => each.kind === kind)
      return line ? money(line.cents) : ''
    }),
    entry.sums ? money(entry.sums.totalCents) : '',
    money(balance),
    currency,
    entry.byVoucherCents === undefined ? '' : money(entry.byVoucherCents),
  ]
  const byVoucherCents = entries.reduce((sum, entry) => sum + entry.byVoucherCents, 0)
  let balance = openingBalanceCents
  const day = (date: Date): string => date.toISOString().slice(0, 10)
  return formatCsv([
    HEAD,
    row('', { note: 'Opening balance' }, openingBalanceCents),
    ...entries.map((entry) => {
      balance += entry.sums.totalCents
      return row(day(entry.at), entry, balance)
    }),
    row(day(createdAt), { note: 'Closing balance', sums, byVoucherCents }, closingBalanceCents),
  ])
}

export function eventStatementCsv({ statement }: EventStatementContent): string {
  const { currency, lines, total, taxes, settlements, unsettled } = statement
  const row = (label: string, amount: number): string[] => [
    label,
    amount.toFixed(minorDigits(currency)),
    currency,
  ]
  return formatCsv([
    ['Kind', 'Amount', 'Currency'],
    ...lines.map(({ kind, amount }) => row(STATEMENT_LINE_LABELS[kind], amount)),
    row('Total', total),
    row('Taxes to remit (included in the total)', taxes),
    ...settlements.map(({ number, amount }) => row(`On statement ${number}`, amount)),
    row('Not on a statement yet', unsettled),
  ])
}
