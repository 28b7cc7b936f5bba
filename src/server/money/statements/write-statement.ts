import { formatMoney } from '#model/platform/money.ts'
import type { InvoiceContent, InvoiceLine } from '#server/money/invoices/write-invoice.ts'
import type { EarningLine } from '#server/money/earnings/line-rows.ts'
import { formatUtcDay, type Statement } from './read-statement.ts'

export function writeStatement(statement: Statement, now: Date): InvoiceContent {
  const { member, lines, payouts } = statement
  const earned = lines.filter((line) => line.status === 'pending' || line.status === 'available')
  const byCurrency = [...Map.groupBy(earned, (line) => line.currency)]
  const sums = byCurrency.map(([currency, all]): [string, string] => [
    `Earned, ${currency}`,
    formatMoney(sum(all), currency),
  ])
  return {
    title: 'Statement of earnings',
    seller: { name: member.promoterName, lines: [] },
    buyer: [`${member.firstName} ${member.lastName}`.trim(), member.email],
    facts: [
      ['From', statement.from ?? 'the beginning'],
      ['To', statement.to ?? formatUtcDay(now)],
      ['Made', formatUtcDay(now)],
    ],
    headings: { name: 'Tickets sold', quantity: 'Quantity', price: 'Revenue', amount: 'Commission' },
    lines: [
      ...Map.groupBy(earned, (line) => [line.eventTitle, line.ticketName, line.currency].join('\n')).values(),
    ].flatMap(lineOf),
    sums: sums.slice(1),
    total: sums[0] ?? ['Earned', 'nothing'],
    taxes: [],
    refunds: payouts.map((payout) => [
      `Payout of ${formatUtcDay(payout.requestedAt)}, ${payout.status}`,
      formatMoney(payout.amountCents, payout.currency),
    ]),
  }
}

function lineOf(lines: readonly EarningLine[]): InvoiceLine[] {
  const [first] = lines
  if (!first) return []
  const clawedBack = lines.reduce((all, line) => all + line.clawedBackCents, 0)
  const money = (cents: number): string => formatMoney(cents, first.currency)
  return [
    {
      name: first.ticketName,
      note: clawedBack > 0 ? `${first.eventTitle}, ${money(clawedBack)} deducted` : first.eventTitle,
      quantity: String(lines.reduce((all, line) => all + line.quantity, 0)),
      price: money(lines.reduce((all, line) => all + line.revenueCents, 0)),
      amount: money(sum(lines)),
    },
  ]
}

const sum = (lines: readonly EarningLine[]): number =>
  lines.reduce((all, line) => all + line.amountCents - line.clawedBackCents, 0)
