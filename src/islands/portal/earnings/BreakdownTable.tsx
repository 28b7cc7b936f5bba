import type { BreakdownLine } from '#stores/portal/staff-breakdown.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'

const STATUS: Readonly<Record<BreakdownLine['status'], readonly [words: string, tone: string]>> = {
  waiting: ['Needs approval', 'warning'],
  pending: ['Pending', 'plain'],
  available: ['Available', 'success'],
  refused: ['Refused', 'danger'],
}

/** Status of a line. If its whole amount was deducted, it is neither pending nor available. */
const stateOf = ({ status, amount, clawedBack }: BreakdownLine): readonly [words: string, tone: string] =>
  status !== 'refused' && clawedBack >= amount ? ['Deducted', 'plain'] : STATUS[status]

const COLUMNS: TableColumns<BreakdownLine> = [
  {
    name: 'Order',
    cell: (line) => (
      <>
        {line.orderNumber}
        <span className="secondary-text">{formatDateTime(line.earnedAt)}</span>
      </>
    ),
  },
  {
    name: 'Tickets',
    cell: (line) => (
      <>
        <span dir="auto">
          {line.quantity} × {line.ticketName}
        </span>
        <span className="secondary-text" dir="auto">
          {line.eventTitle}
        </span>
      </>
    ),
  },
  { name: 'Link', cell: (line) => <bdi>{line.linkName}</bdi> },
  { name: 'Revenue', isNumber: true, cell: (line) => formatAmount(line.revenue, line.currency) },
  {
    name: 'Commission',
    isNumber: true,
    cell: (line) => (
      <>
        <span>{formatAmount(line.amount, line.currency)}</span>
        {line.clawedBack > 0 && (
          <span className="secondary-text">{formatAmount(-line.clawedBack, line.currency)} deducted</span>
        )}
      </>
    ),
  },
  { name: 'Status', cell: (line) => <State line={line} /> },
]

export const BreakdownTable = ({ lines }: { lines: readonly BreakdownLine[] }) => (
  <DataTable labelledBy="breakdown-title" columns={COLUMNS} rows={lines} keyOf={(line) => line.id} />
)

function State({ line }: { line: BreakdownLine }) {
  const [words, tone] = stateOf(line)
  return (
    <span className="badge" data-tone={tone}>
      {words}
    </span>
  )
}
