import type { TrackingLink } from '#contracts/portal/staff.ts'
import { FunnelBar, formatRatio } from '#ui/plots/FunnelBar.tsx'
import { formatAmount, formatCount, formatNumber } from '#ui/format/format-numbers.ts'

/** Funnel of a link. Each step has a number, its percentage of the previous step, and a bar with its percentage of visits. */
export function LinkFunnel({ stats }: { stats: TrackingLink['stats'] }) {
  const { clicks, holds, orders, tickets, refundedTickets, commission, currency } = stats
  const steps = [
    { name: 'Visits', count: clicks, of: undefined },
    { name: 'Reserved', count: holds, of: formatRatio(holds, clicks, 'of visits') },
    { name: 'Orders', count: orders, of: formatRatio(orders, holds, 'of reservations') },
  ]
  const most = Math.max(clicks, holds, orders, 1)
  return (
    <div className="funnel">
      <ol className="funnel-steps">
        {steps.map(({ name, count, of }) => (
          <li key={name}>
            <span className="funnel-name">{name}</span>
            <FunnelBar share={count / most} />
            <span className="funnel-count">
              {formatNumber(count)}
              {of && <small>{of}</small>}
            </span>
          </li>
        ))}
        <li>
          <span className="funnel-name">Refunded</span>
          <FunnelBar share={refundedTickets / Math.max(most, tickets + refundedTickets)} tone="danger" />
          <span className="funnel-count">
            {formatNumber(refundedTickets)}
            <small>{refundedTickets === 1 ? 'ticket' : 'tickets'}</small>
          </span>
        </li>
      </ol>
      <p>
        {soldMessage(stats)} Your commission: <strong>{formatAmount(commission, currency)}</strong>.
      </p>
    </div>
  )
}

/** Counts refunded tickets as sold, like the totals of the days below. */
function soldMessage({ tickets, refundedTickets, revenue, currency }: TrackingLink['stats']): string {
  const sold = `Since the link was created, ${formatCount(tickets, 'ticket')} sold`
  const amount = formatAmount(revenue, currency)
  return refundedTickets > 0
    ? `${sold} and ${formatNumber(refundedTickets)} refunded: ${amount} after refunds.`
    : `${sold} for ${amount}.`
}
