import { TICKET_STATUS_LABELS } from '#model/sales/status-labels.ts'
import type { OrderOptions } from '#stores/console/orders/orders.ts'
import { SearchField } from '#islands/console/filters/SearchField.tsx'
import { EventSelect } from '../orders/OrderFilterFields.tsx'
import { FoldedFilters } from '#islands/console/filters/FoldedFilters.tsx'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'

/** Names of the filters in the URL. */
export const ATTENDEE_FILTERS = ['q', 'eventId', 'ticketTypeId', 'status'] as const
export type AttendeeFilterValues = Partial<Record<(typeof ATTENDEE_FILTERS)[number], string>>

interface Props {
  values: AttendeeFilterValues
  options: OrderOptions | undefined
  onChange: (changed: AttendeeFilterValues, how?: 'typed') => void
}

export function AttendeeFilterFields({ values, options, onChange }: Props) {
  const event = options?.events.find((each) => each.id === values.eventId)
  return (
    <search className="order-filters">
      <div className="filters">
        <SearchField
          id="attendee-search"
          hint="Name, email or ticket code"
          value={values.q ?? ''}
          onSearch={(q) => onChange({ q }, 'typed')}
        />
      </div>
      <FoldedFilters count={Object.keys(values).filter((name) => name !== 'q').length}>
        <div className="filters">
          <EventSelect
            id="attendee-event"
            options={options}
            value={values.eventId ?? ''}
            onChoose={(eventId) => onChange({ eventId, ticketTypeId: '' })}
          />
          {event && (
            <FilterSelect
              id="attendee-type"
              label="Ticket"
              value={values.ticketTypeId}
              all="All tickets"
              options={event.ticketTypes.map(({ id, name }) => [id, name])}
              onChoose={(ticketTypeId) => onChange({ ticketTypeId })}
            />
          )}
          <FilterSelect
            id="attendee-status"
            label="Status"
            value={values.status}
            all="All"
            options={(['valid', 'used', 'void'] as const).map((status) => [
              status,
              TICKET_STATUS_LABELS[status],
            ])}
            onChoose={(status) => onChange({ status })}
          />
        </div>
      </FoldedFilters>
    </search>
  )
}
