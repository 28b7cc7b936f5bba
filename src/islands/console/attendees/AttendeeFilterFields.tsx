import type { OrderChoices } from '#stores/console/orders.ts'
import { Select } from '#ui/Select.tsx'
import { EventSelect, SearchField } from '../orders/OrderFilterFields.tsx'
import { TICKET_STATUSES } from '../orders/order-words.ts'
import type { AttendeeFilterValues } from './Attendees.tsx'

interface Props {
  values: AttendeeFilterValues
  choices: OrderChoices | undefined
  onChange: (changed: AttendeeFilterValues, how?: 'typed') => void
}

export function AttendeeFilterFields({ values, choices, onChange }: Props) {
  const event = choices?.events.find((each) => each.id === values.eventId)
  return (
    <search className="desk-filters">
      <SearchField
        id="attendee-search"
        hint="A part of a name, an e-mail or a code"
        value={values.q ?? ''}
        onSearch={(q) => onChange({ q }, 'typed')}
      />
      <EventSelect
        id="attendee-event"
        choices={choices}
        value={values.eventId ?? ''}
        onChoose={(eventId) => onChange({ eventId, ticketTypeId: '' })}
      />
      {event && (
        <Select
          id="attendee-type"
          label="Ticket"
          value={values.ticketTypeId ?? ''}
          onChange={(change) => onChange({ ticketTypeId: change.currentTarget.value })}
        >
          <option value="">All tickets</option>
          {event.ticketTypes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Select
        id="attendee-status"
        label="State"
        value={values.status ?? ''}
        onChange={(change) => onChange({ status: change.currentTarget.value })}
      >
        <option value="">All</option>
        {(['valid', 'used', 'void'] as const).map((status) => (
          <option key={status} value={status}>
            {TICKET_STATUSES[status]}
          </option>
        ))}
      </Select>
    </search>
  )
}
