import { useState } from 'react'
import type { OrderTicket, OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { formatCount } from '#ui/format/format-numbers.ts'
import { TICKET_STATUS_LABELS } from '#model/sales/status-labels.ts'
import { Button } from '#ui/Button.tsx'
import { HolderDialog } from './HolderDialog.tsx'

/** Tickets with attendees. An unpaid order has no tickets yet, so its items are listed instead. */
export function OrderTickets({ detail }: { detail: OrderDetail }) {
  const { order, tickets } = detail
  const [edited, edit] = useState<OrderTicket>()
  return (
    <section className="section" aria-labelledby="tickets-title">
      <h2 id="tickets-title">{tickets.length > 0 ? formatCount(tickets.length, 'ticket') : 'Tickets'}</h2>
      {tickets.length === 0 && (
        <ul className="order-tickets">
          {order.items.map((item) => (
            <li key={item.ticketTypeId} dir="auto">
              {item.quantity} × {item.name}, {item.eventTitle}
            </li>
          ))}
        </ul>
      )}
      <ul className="order-tickets">
        {tickets.map((ticket) => (
          <TicketItem key={ticket.id} ticket={ticket} onEdit={() => edit(ticket)} />
        ))}
      </ul>
      {edited && (
        <HolderDialog
          key={edited.version}
          orderId={order.id}
          ticket={edited}
          onTheirs={edit}
          onClose={() => edit(undefined)}
        />
      )}
    </section>
  )
}

function TicketItem({ ticket, onEdit }: { ticket: OrderTicket; onEdit: () => void }) {
  const { status, holder, ticketName, eventTitle, code, email, answers, passedOnTo } = ticket
  return (
    <li className="order-ticket" data-status={status}>
      <div>
        <strong dir="auto">{holder}</strong>
        {status !== 'valid' && <span className="badge">{TICKET_STATUS_LABELS[status]}</span>}
        {passedOnTo !== undefined && <span className="badge">{TICKET_STATUS_LABELS.passed_on}</span>}
        <p className="secondary-text" dir="auto">
          {ticketName}, {eventTitle}
        </p>
        <p className="secondary-text">
          <code>{code}</code>
          {email && `, ${email}`}
        </p>
        {answers.map(({ question, answer }) => (
          <p key={question} className="secondary-text" dir="auto">
            {/[?:!.]$/.test(question) ? question : `${question}:`} {answer}
          </p>
        ))}
      </div>
      {status !== 'void' && (
        <Button variant="link" aria-label={`Change the ticket holder of ${code}`} onClick={onEdit}>
          Change
        </Button>
      )}
    </li>
  )
}
