import { useEffect, useMemo, useState } from 'react'
import { deliveryStatus, type Delivery } from '#contracts/console/developers/webhooks.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { WEBHOOK_EVENTS } from '#model/messages/webhooks.ts'
import { deliveries, loadWebhooks, type WebhookLogFilters } from '#stores/console/developers.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { DELIVERY_STATUS_LABELS } from './delivery-labels.ts'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

const NAMES = ['webhookId', 'type', 'status'] as const
type Narrow = ReturnType<typeof useUrlFilters<(typeof NAMES)[number]>>[1]

export function Deliveries() {
  const { rows, nextCursor, isLoading, failure } = useStore(deliveries.$list, EMPTY_LIST)
  const [named, narrow] = useUrlFilters(NAMES)
  const filters = useMemo(() => toQuery(named), [named])
  useEffect(() => void deliveries.load(filters), [filters])
  const [shown, show] = useState<string>()
  // Reloads the deliveries and the webhooks, because deliveries change a webhook's status.
  const again = (): void => void Promise.all([deliveries.load(filters), loadWebhooks()])
  return (
    <section className="section" aria-labelledby="log">
      <div className="section-head">
        <h2 id="log">Messages</h2>
        <Button variant="link" busy={isLoading} onClick={again}>
          Refresh
        </Button>
      </div>
      <LogFilterFields filters={filters} onNarrow={narrow} />
      {failure && <LoadFailed what="The log" why={failure} onRetry={again} />}
      {!failure && <LogRows rows={rows} filters={filters} onShow={show} />}
      {nextCursor !== null && (
        <Button variant="quiet" busy={isLoading} onClick={() => void deliveries.more()}>
          Load more
        </Button>
      )}
      {shown !== undefined && <DeliveryDialog id={shown} onClose={() => show(undefined)} />}
    </section>
  )
}

/** Converts the filters to the API's query. Omits an unknown status. */
const toQuery = ({
  status,
  ...rest
}: Partial<Record<(typeof NAMES)[number], string>>): WebhookLogFilters => ({
  ...rest,
  status: deliveryStatus.safeParse(status).data,
})

function LogRows({
  rows,
  filters,
  onShow,
}: {
  rows: readonly Delivery[] | undefined
  filters: WebhookLogFilters
  onShow: (id: string) => void
}) {
  if (!rows) return <Skeleton size="item" />
  if (rows.length > 0)
    return <DataTable labelledBy="log" columns={columnsFor(onShow)} rows={rows} keyOf={({ id }) => id} />
  return (
    <p className="secondary-text">
      {Object.values(filters).some(Boolean)
        ? 'No messages match these filters.'
        : 'No messages yet. Send a test or sell a ticket.'}
    </p>
  )
}

function LogFilterFields({ filters, onNarrow }: { filters: WebhookLogFilters; onNarrow: Narrow }) {
  return (
    <div className="filters developers-filters">
      <FilterSelect
        id="log-status"
        label="Status"
        value={filters.status}
        all="All"
        options={deliveryStatus.options.map((status) => [status, DELIVERY_STATUS_LABELS[status][0]])}
        onChoose={(status) => onNarrow({ status })}
      />
      <FilterSelect
        id="log-type"
        label="Event"
        value={filters.type}
        all="All"
        options={[...WEBHOOK_EVENTS, 'webhook.test'].map((type) => [type, type])}
        onChoose={(type) => onNarrow({ type })}
      />
    </div>
  )
}

const columnsFor = (onShow: (id: string) => void): TableColumns<Delivery> => [
  {
    name: 'Event',
    cell: ({ type, url }) => (
      <>
        {type}
        <span className="secondary-text">{new URL(url).host}</span>
      </>
    ),
  },
  { name: 'Status', cell: (row) => <DeliveryState delivery={row} /> },
  {
    name: 'Response',
    cell: ({ responseStatus, responseMs, error }) =>
      responseStatus === null ? error || '–' : `${responseStatus} in ${responseMs} ms`,
  },
  { name: 'When', cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    name: 'Details',
    isUnnamed: true,
    cell: ({ id, type, createdAt }) => (
      <Button
        variant="link"
        aria-label={`Details of ${type}, ${formatDateTime(createdAt)}`}
        onClick={() => onShow(id)}
      >
        Details
      </Button>
    ),
  },
]

function DeliveryState({ delivery: { status, attempts } }: { delivery: Delivery }) {
  const [words, tone] = DELIVERY_STATUS_LABELS[status]
  return (
    <>
      <span className="badge" data-tone={tone}>
        {words}
      </span>
      {attempts > 1 && <span className="secondary-text">{attempts} attempts</span>}
    </>
  )
}
