import type { EventStatement } from '#contracts/console/statements/event-statements.ts'
import { STATEMENT_LINE_LABELS } from '#model/money/settlement-labels.ts'
import { toCents } from '#model/platform/money.ts'
import type { Seller } from '#server/money/invoices/invoice-rows.ts'
import type { InvoiceContent } from '#server/money/invoices/write-invoice.ts'
import {
  formatDay,
  promoterAddressLines,
  formatSignedMoney,
  type StatementHead,
} from './write-settlement-statement.ts'

export interface EventStatementContent {
  statement: EventStatement
  promoter: Seller
}

export function writeEventStatement(
  { statement, promoter }: EventStatementContent,
  platform: StatementHead,
  now: Date,
): InvoiceContent {
  const { currency, eventTitle, dueAt, orders, lines, total, taxes, settlements, unsettled } = statement
  const money = (amount: number): string => formatSignedMoney(currency)(toCents(amount, currency))
  return {
    title: 'Event statement',
    seller: platform,
    buyer: promoterAddressLines(promoter),
    facts: [
      ['Event', eventTitle],
      ['Orders', String(orders)],
      ['Due', dueAt === null ? 'when its refunds are complete' : dueAt.slice(0, 10)],
      ['Created', formatDay(now)],
      ['Currency', currency],
    ],
    headings: { name: 'Kind', quantity: '', price: '', amount: 'Amount' },
    lines: lines.map(({ kind, amount }) => ({
      name: STATEMENT_LINE_LABELS[kind],
      note: '',
      quantity: '',
      price: '',
      amount: money(amount),
    })),
    sums: [
      ['Taxes to remit (included in the total)', money(taxes)],
      ...settlements.map(({ number, amount }) => [`On statement ${number}`, money(amount)] as const),
      ['Not on a statement yet', money(unsettled)],
    ],
    total: ['Total', money(total)],
    taxes: [],
    refunds: [],
  }
}
