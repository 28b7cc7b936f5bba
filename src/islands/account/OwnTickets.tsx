import { now } from '#browser/platform/clock.ts'
import type { OwnEvent } from '#contracts/account/own-tickets.ts'
import { formatMoment } from '#model/catalog/format-event.ts'
import { $ownTickets, loadOwnTickets } from '#stores/account/own-tickets.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'

/** Tickets of all orders for events that haven't ended, soonest first. Renders nothing if there are none. */
export function OwnTickets() {
  const { data = [], error } = useStore($ownTickets, LOADING)
  if (error) return <LoadFailed what="Your tickets" why={error} onRetry={() => void loadOwnTickets()} />
  if (data.length === 0) return null
  return (
    <section className="account-tickets" aria-labelledby="tickets-title">
      <h2 id="tickets-title">Your tickets</h2>
      <ul className="account-events">
        {data.map((event) => (
          <EventTickets key={event.id} event={event} />
        ))}
      </ul>
    </section>
  )
}

function EventTickets({ event }: { event: OwnEvent }) {
  const place = [event.venue.name, event.venue.city].filter(Boolean).join(', ')
  return (
    <li className="account-event">
      <p className="account-event-when">{formatMoment(event.startsAt, event.timeZone, now())}</p>
      <h3 dir="auto">{event.title}</h3>
      {place && (
        <p className="field-hint" dir="auto">
          {place}
        </p>
      )}
      <ul className="account-event-tickets">
        {event.tickets.map((ticket) => (
          <OwnTicket key={ticket.id} ticket={ticket} />
        ))}
      </ul>
    </li>
  )
}

function OwnTicket({ ticket }: { ticket: OwnEvent['tickets'][number] }) {
  return (
    <li className="account-ticket">
      <p>
        <bdi>{ticket.name}</bdi>
        {ticket.holder && (
          <>
            {' · '}
            <bdi>{ticket.holder}</bdi>
          </>
        )}
      </p>
      {ticket.status === 'used' && <span className="badge">Used</span>}
      <a href={ticket.url}>
        {ticket.code ? 'Show code' : 'View ticket'}
        <span className="visually-hidden"> {ticket.code ? `of ticket ${ticket.code}` : ticket.holder}</span>
      </a>
    </li>
  )
}
