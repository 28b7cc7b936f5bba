import type { Entrance } from '#stores/portal/door/check-code.ts'
import type { IndexedTicket } from '#stores/portal/door/door-ticket-index.ts'
import type { Door } from '#stores/portal/door/open-door.ts'

interface Props {
  door: Door
  at: Entrance
  tickets: readonly IndexedTicket[]
  onAdmit: (ticketId: string) => void
}

/** Tickets by holder. Each has a button that admits it or records its exit. */
export function TicketList({ door, at, tickets, onAdmit }: Props) {
  const action = at.isExit ? 'Record exit' : 'Admit'
  return (
    <ul className="door-found">
      {tickets.map(({ id, holder, typeName, orderNumber }) => (
        <li key={id}>
          <div>
            <strong>{holder || 'No name'}</strong>
            <span>
              {typeName} · {orderNumber}
            </span>
            {door.isInside(id) && <span>Inside</span>}
          </div>
          <button
            type="button"
            className="door-button"
            aria-label={`${action}: ${holder || 'No name'}, ${typeName}`}
            onClick={() => onAdmit(id)}
          >
            {at.isExit ? 'Exit' : 'Admit'}
          </button>
        </li>
      ))}
    </ul>
  )
}
