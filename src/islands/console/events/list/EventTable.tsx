import type { EventListRow } from '#contracts/console/events.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { now } from '#browser/platform/clock.ts'
import { formatEventDate } from '#model/catalog/format-event.ts'
import { formatAmount, formatNumber } from '#ui/format/format-numbers.ts'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { DeleteDraft } from '#islands/console/events/DeleteDraft.tsx'
import { statusBadge } from '#islands/console/events/format-event.ts'

const COLUMNS: readonly [Column<EventListRow>, ...Column<EventListRow>[]] = [
  { name: 'Event', cell: (row) => <Name row={row} /> },
  { name: 'Status', cell: (row) => <Status row={row} /> },
  { name: 'Sold', cell: (row) => <Sold row={row} />, isNumber: true },
  {
    name: 'Revenue',
    cell: ({ revenue, currency, ticketTypes }) => (ticketTypes > 0 ? formatAmount(revenue, currency) : '–'),
    isNumber: true,
  },
]

interface Props {
  rows: readonly EventListRow[]
  onDeleted: () => void
}

export function EventTable({ rows, onDeleted }: Props) {
  return (
    <>
      <h2 className="visually-hidden" id="events-title">
        Your events
      </h2>
      <DataTable
        className="event-table"
        labelledBy="events-title"
        columns={[
          ...COLUMNS,
          {
            name: 'Delete',
            isUnnamed: true,
            cell: (row) =>
              row.status === 'draft' &&
              !row.wasPublished && <DeleteDraft event={row} onDeleted={onDeleted} />,
          },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
      />
    </>
  )
}

function Name({ row }: { row: EventListRow }) {
  return (
    <>
      <a href={consoleUrls.event(row.id)}>{row.title}</a>
      <span className="secondary-text" dir="auto">
        {formatEventDate(row, now())}
        {row.place && ` · ${row.place}`}
      </span>
    </>
  )
}

function Status({ row }: { row: EventListRow }) {
  const { label, tone } = statusBadge(row, Date.parse(row.endsAt), now())
  return (
    <span className="event-marks">
      <span className="badge" data-tone={tone}>
        {label}
      </span>
      {row.hasChanges && <span className="badge">Unpublished changes</span>}
      {row.visibility !== 'public' && (
        <span className="badge">{row.visibility === 'code' ? 'Code' : 'Unlisted'}</span>
      )}
    </span>
  )
}

function Sold({ row }: { row: EventListRow }) {
  if (row.ticketTypes === 0 && row.capacity === 0)
    return <a href={consoleUrls.eventTickets(row.id)}>Add tickets</a>
  return (
    <>
      {formatNumber(row.sold)} of {formatNumber(row.capacity)}
    </>
  )
}
