import type { BreakdownLine } from '#stores/staff-breakdown.ts'
import { momentWords, moneyWords } from './staff-words.ts'

const STATUS: Readonly<Record<BreakdownLine['status'], readonly [words: string, tone: string]>> = {
  waiting: ['Waits for approval', 'warning'],
  pending: ['Pending', 'plain'],
  available: ['Available', 'success'],
  refused: ['Refused', 'danger'],
}

/** Below 640 px each row is a card, and each cell says what it is by `data-name`. */
export function BreakdownTable({ lines }: { lines: readonly BreakdownLine[] }) {
  return (
    <table className="desk-table desk-table-cards" aria-labelledby="breakdown-title">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Tickets</th>
          <th scope="col">Link</th>
          <th scope="col" className="number">
            Revenue
          </th>
          <th scope="col" className="number">
            Commission
          </th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  )
}

/** Of a line that has lost everything nothing is pending or available. */
const stateOf = ({ status, amount, clawedBack }: BreakdownLine): readonly [words: string, tone: string] =>
  status !== 'refused' && clawedBack >= amount ? ['Taken back', 'plain'] : STATUS[status]

function Line({ line }: { line: BreakdownLine }) {
  const [words, tone] = stateOf(line)
  return (
    <tr>
      <th scope="row">
        {line.orderNumber}
        <span className="desk-quiet">{momentWords(line.earnedAt)}</span>
      </th>
      <td data-name="Tickets">
        <span dir="auto">
          {line.quantity} × {line.ticketName}
        </span>
        <span className="desk-quiet" dir="auto">
          {line.eventTitle}
        </span>
      </td>
      <td data-name="Link" dir="auto">
        {line.linkName}
      </td>
      <td className="number" data-name="Revenue">
        {moneyWords(line.revenue, line.currency)}
      </td>
      <td className="number" data-name="Commission">
        <span>{moneyWords(line.amount, line.currency)}</span>
        {line.clawedBack > 0 && (
          <span className="desk-quiet">{moneyWords(-line.clawedBack, line.currency)} taken back</span>
        )}
      </td>
      <td data-name="State">
        <span className="badge" data-tone={tone}>
          {words}
        </span>
      </td>
    </tr>
  )
}
