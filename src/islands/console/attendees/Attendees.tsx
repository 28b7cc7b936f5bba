import { useEffect, useState } from 'react'
import type { AttendeeRowView } from '#contracts/console/orders/attendees.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { EmailAddress } from '#islands/console/EmailAddress.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { TICKET_STATUS_LABELS } from '#model/sales/status-labels.ts'
import { attendeeList, type AttendeeFilters } from '#stores/console/orders/attendees.ts'
import { $orderOptions } from '#stores/console/orders/orders.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { Downloads } from '../orders/Downloads.tsx'
import { ListEnd, ListRowsSkeleton, ListSkeleton } from '../orders/ListEnd.tsx'
import { MessageDialog } from '../orders/MessageDialog.tsx'
import { ATTENDEE_FILTERS, AttendeeFilterFields, type AttendeeFilterValues } from './AttendeeFilterFields.tsx'
import { TicketTypeCounts } from './TicketTypeCounts.tsx'

const WAITING = <ListSkeleton label="Loading attendees…" filters={4} />

/** The page `/promoter/attendees`, with one row per ticket. */
export function Attendees() {
  return <ConsoleGate skeleton={WAITING}>{() => <AttendeeScreen />}</ConsoleGate>
}

function AttendeeScreen() {
  const [values, change] = useUrlFilters(ATTENDEE_FILTERS)
  const [isWriting, write] = useState(false)
  const list = useStore(attendeeList.$list, EMPTY_LIST)
  const { data: options } = useStore($orderOptions, LOADING)
  const filters = toQuery(values)
  const key = JSON.stringify(filters)
  useEffect(() => {
    // `key` contains these filters as JSON.
    void attendeeList.load(JSON.parse(key) as AttendeeFilters)
  }, [key])
  const { rows, failure } = list
  return (
    <div className="sections order-list">
      <div className="order-list-actions">
        <Button variant="quiet" onClick={() => write(true)}>
          Email attendees
        </Button>
        <Downloads what="attendees" filters={filters} />
      </div>
      <AttendeeFilterFields values={values} options={options} onChange={change} />
      {values.eventId && <TicketTypeCounts eventId={values.eventId} />}
      {!rows && !failure && <ListRowsSkeleton />}
      {!rows && failure && (
        <LoadFailed what="Your attendees" why={failure} onRetry={() => void attendeeList.load(filters)} />
      )}
      {rows && (
        <section aria-labelledby="attendees-title" aria-busy={list.isLoading}>
          <h2 id="attendees-title" className="visually-hidden">
            Attendees, newest order first
          </h2>
          {rows.length > 0 ? (
            <DataTable
              labelledBy="attendees-title"
              columns={columnsFor(rows)}
              rows={rows}
              keyOf={(row) => row.ticketId}
              className="order-table attendee-table"
            />
          ) : (
            !list.isLoading && <Nobody isFiltered={Object.keys(values).length > 0} />
          )}
          <ListEnd list={list} onMore={() => void attendeeList.more()} />
        </section>
      )}
      {isWriting && (
        <MessageDialog audience={{ to: 'attendees', filter: filters }} onClose={() => write(false)} />
      )}
    </div>
  )
}

function toQuery({ status, ...values }: AttendeeFilterValues): AttendeeFilters {
  const known = (['valid', 'used', 'void'] as const).find((each) => each === status)
  return { ...values, ...(known && { status: known }) }
}

const COLUMNS: readonly [Column<AttendeeRowView>, ...Column<AttendeeRowView>[]] = [
  {
    name: 'Attendee',
    cell: ({ holder, code }) => (
      <>
        {holder}
        <span className="secondary-text">
          <code>{code}</code>
        </span>
      </>
    ),
  },
  { name: 'Email', cell: ({ email }) => <EmailAddress email={email} /> },
  {
    name: 'Ticket',
    cell: ({ ticketName, eventTitle }) => (
      <>
        <span dir="auto">{ticketName}</span>
        <span className="secondary-text" dir="auto">
          {eventTitle}
        </span>
      </>
    ),
  },
  {
    name: 'Answers',
    cell: ({ answers }) => <Answers answers={answers} />,
  },
  {
    name: 'Status',
    cell: ({ status }) => (
      <span className="badge" data-tone={status === 'valid' ? 'success' : undefined}>
        {TICKET_STATUS_LABELS[status]}
      </span>
    ),
  },
  {
    name: 'Order',
    cell: ({ orderId, orderNumber }) => <a href={consoleUrls.order(orderId)}>{orderNumber}</a>,
  },
]

/** Returns the table's columns, without the column of answers when no row has any. */
function columnsFor(rows: readonly AttendeeRowView[]): typeof COLUMNS {
  if (rows.some(({ answers }) => answers.length > 0)) return COLUMNS
  const [first, ...others] = COLUMNS
  return [first, ...others.filter(({ name }) => name !== 'Answers')]
}

function Answers({ answers }: Pick<AttendeeRowView, 'answers'>) {
  if (answers.length === 0) return null
  return (
    <dl className="attendee-answers">
      {answers.map(({ question, answer }) => (
        <div key={question}>
          <dt dir="auto">{question}</dt>
          <dd dir="auto">{answer}</dd>
        </div>
      ))}
    </dl>
  )
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="empty-state">
      <h3>{isFiltered ? 'No attendees match' : 'No attendees yet'}</h3>
      <p>
        {isFiltered
          ? 'Search by name, email address, ticket code or order number.'
          : 'Sold tickets appear here with their holders.'}
      </p>
    </div>
  )
}
