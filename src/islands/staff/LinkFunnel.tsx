import type { TrackingLink } from '#contracts/staff.ts'
import { moneyWords } from './staff-words.ts'

/** Each step with its number and its share of the one before; a bar as long as its share of the visits. */
export function LinkFunnel({ stats }: { stats: TrackingLink['stats'] }) {
  const { clicks, holds, orders, tickets, refundedTickets, revenue, commission, currency } = stats
  const steps = [
    { name: 'Visits', count: clicks, of: undefined },
    { name: 'Reserved', count: holds, of: ratio(holds, clicks, 'of visits') },
    { name: 'Orders', count: orders, of: ratio(orders, holds, 'of reservations') },
  ]
  const most = Math.max(clicks, holds, orders, 1)
  return (
    <div className="funnel">
      <ol className="funnel-steps">
        {steps.map(({ name, count, of }) => (
          <li key={name}>
            <span className="funnel-name">{name}</span>
            <Bar share={count / most} />
            <span className="funnel-count">
              {count.toLocaleString('en-GB')}
              {of && <small>{of}</small>}
            </span>
          </li>
        ))}
        <li>
          <span className="funnel-name">Refunded</span>
          <Bar share={refundedTickets / Math.max(most, tickets + refundedTickets)} tone="danger" />
          <span className="funnel-count">
            {refundedTickets.toLocaleString('en-GB')}
            <small>{refundedTickets === 1 ? 'ticket' : 'tickets'}</small>
          </span>
        </li>
      </ol>
      <p>
        {tickets.toLocaleString('en-GB')} {tickets === 1 ? 'ticket' : 'tickets'} stayed sold for{' '}
        {moneyWords(revenue, currency)}. Your commission: <strong>{moneyWords(commission, currency)}</strong>.
      </p>
    </div>
  )
}

function Bar({ share, tone }: { share: number; tone?: 'danger' }) {
  return (
    <svg
      className="funnel-bar"
      data-tone={tone}
      aria-hidden="true"
      preserveAspectRatio="none"
      viewBox="0 0 100 1"
    >
      <rect className="funnel-bar-ground" width="100" height="1" />
      <rect width={Math.min(100, Math.max(0, share * 100))} height="1" />
    </svg>
  )
}

/** Nothing where there is nothing to compare, or more than all: a visit whose cookie was cleared still buys. */
function ratio(part: number, whole: number, of: string): string | undefined {
  if (whole === 0 || part > whole) return undefined
  const percent = (part / whole) * 100
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)} % ${of}`
}
