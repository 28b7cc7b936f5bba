import { useState } from 'react'
import { Select } from '#ui/form/Select.tsx'
import { formatCount } from '#ui/format/format-numbers.ts'
import type { Entrance } from '#stores/portal/door/check-code.ts'
import type { GuestFilter } from '#stores/portal/door/door-ticket-index.ts'
import type { Door, DoorState } from '#stores/portal/door/open-door.ts'
import { admitTicket } from '#stores/portal/door/verdicts-shown.ts'
import { TicketList } from './TicketList.tsx'

const PAGE = 50

const FILTERS: readonly { name: string; presence: GuestFilter['presence'] }[] = [
  { name: 'All', presence: 'all' },
  { name: 'Not admitted', presence: 'not admitted' },
  { name: 'Admitted', presence: 'admitted' },
]

interface Props {
  door: Door
  state: DoorState
  at: Entrance
}

/** Ticket holders of an event, filtered by ticket type. Computed when the list is opened. */
export function GuestList(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="door-guests" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Guest list</summary>
      {isOpen && <Guests {...props} />}
    </details>
  )
}

function Guests({ door, state, at }: Props) {
  const [filter, setFilter] = useState<GuestFilter>({ ticketTypeId: '', presence: 'all' })
  const [shown, show] = useState(PAGE)
  const guests = door.listGuests(filter)
  const choose = (change: Partial<GuestFilter>): void => {
    setFilter({ ...filter, ...change })
    show(PAGE)
  }
  return (
    <div className="door-search">
      <Select
        id="guest-type"
        label="Ticket type"
        value={filter.ticketTypeId}
        onChange={({ target }) => choose({ ticketTypeId: target.value })}
      >
        <option value="">All ticket types</option>
        {state.counts.byType.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <fieldset className="door-direction">
        <legend className="visually-hidden">Show</legend>
        {FILTERS.map(({ name, presence }) => (
          <button
            key={presence}
            type="button"
            className="door-button"
            aria-pressed={filter.presence === presence}
            onClick={() => choose({ presence })}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <output>{formatCount(guests.length, 'ticket')}</output>
      <TicketList
        door={door}
        at={at}
        tickets={guests.slice(0, shown)}
        onAdmit={(ticketId) => void admitTicket(door, ticketId, at)}
      />
      {guests.length > shown && (
        <button type="button" className="door-button" onClick={() => show(shown + PAGE)}>
          Show more
        </button>
      )}
    </div>
  )
}
