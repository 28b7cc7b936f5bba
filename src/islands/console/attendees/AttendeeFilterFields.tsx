import { TICKET_STATUS_LABELS } from '#model/sales/status-labels.ts'
import type { OrderChoices } from '#stores/console/orders/orders.ts'
import { EventSelect, SearchField } from '../orders/OrderFilterFields.tsx'
import { FoldedFilters } from '#islands/console/filters/FoldedFilters.tsx'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'
import type { AttendeeFilterValues } from './Attendees.tsx'

interface Props {
  values: AttendeeFilterValues
  choices: OrderChoices | undefined
  onChange: (changed: AttendeeFilterValues, how?: 'typed') => void
}

export function AttendeeFilterFields({ values, choices, onChange }: Props) {
  const event = choices?.events.find((each) => each.id === values.eventId)
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
            choices={choices}
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
