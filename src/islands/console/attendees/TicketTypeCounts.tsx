import { useEffect } from 'react'
import { useStore } from '#islands/platform/use-store.ts'
import { ticketTypeCounts } from '#stores/console/orders/attendees.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { formatNumber } from '#ui/format/format-numbers.ts'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

export function TicketTypeCounts({ eventId }: { eventId: string }) {
  const { data: counts } = useStore(ticketTypeCounts.$store, LOADING)
  useEffect(() => void ticketTypeCounts.load(eventId), [eventId])
  if (!counts) return <Skeleton size="row" />
  return (
    <dl className="figures" aria-label="Tickets by type">
      {counts.map(({ ticketTypeId, name, capacity, valid, used, void: voided }) => (
        <div key={ticketTypeId} className="figure">
          <dt dir="auto">{name}</dt>
          <dd>
            <span className="figure-value">{formatNumber(valid + used)}</span>
            <span className="figure-hint">
              of {formatNumber(capacity)}
              {used > 0 && `, ${formatNumber(used)} used`}
              {voided > 0 && `, ${formatNumber(voided)} void`}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
