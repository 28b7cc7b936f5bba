import { useState } from 'react'
import type { ConsoleRule } from '#contracts/console/commission-rules.ts'
import type { StaffChoices, StaffMember } from '#contracts/console/staff.ts'
import { commissionOf, nearestRule } from '#model/commissions.ts'
import { formatMoney, toCents } from '#model/money.ts'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { aboutWords, earnWords, toModel, whoWords } from './rule-words.ts'

interface Props {
  rules: readonly ConsoleRule[]
  sellers: readonly StaffMember[]
  events: StaffChoices['events']
}

type Event = StaffChoices['events'][number]

/** Which rule wins, by an example: the same function that decides for real sales. */
export function ExampleSale({ rules, sellers, events }: Props) {
  const [memberId, setMember] = useState(sellers[0]?.accountId ?? '')
  const [eventId, setEvent] = useState(events[0]?.id ?? '')
  const [ticketTypeId, setTicket] = useState('')
  const [quantity, setQuantity] = useState('2')
  const [before, setBefore] = useState('0')
  const event = events.find(({ id }) => id === eventId)
  const ticket = event?.ticketTypes.find(({ id }) => id === ticketTypeId) ?? event?.ticketTypes[0]
  const counts = { quantity: wholeOf(quantity, 1), soldBefore: wholeOf(before, 0) }
  return (
    <section className="desk-section" aria-labelledby="example">
      <h2 id="example">Try a sale</h2>
      <div className="desk-filters">
        <Select
          id="example-member"
          label="Sold by"
          value={memberId}
          onChange={(change) => setMember(change.currentTarget.value)}
        >
          {sellers.map(({ accountId, name }) => (
            <option key={accountId} value={accountId}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          id="example-event"
          label="Event"
          value={eventId}
          onChange={(change) => setEvent(change.currentTarget.value)}
        >
          {events.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
        <Select
          id="example-ticket"
          label="Ticket"
          value={ticket?.id}
          onChange={(change) => setTicket(change.currentTarget.value)}
        >
          {event?.ticketTypes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          id="example-quantity"
          label="Tickets"
          inputMode="numeric"
          value={quantity}
          onChange={(change) => setQuantity(change.currentTarget.value)}
        />
        <Field
          id="example-before"
          label="Sold before"
          inputMode="numeric"
          value={before}
          onChange={(change) => setBefore(change.currentTarget.value)}
        />
      </div>
      {event && ticket && (
        <p className="desk-card team-example" aria-live="polite">
          <Outcome rules={rules} sale={{ memberId, event, ticket, ...counts }} />
        </p>
      )}
    </section>
  )
}

const wholeOf = (text: string, least: number): number => Math.max(least, Math.trunc(Number(text)) || 0)

interface Sale {
  memberId: string
  event: Event
  ticket: Event['ticketTypes'][number]
  quantity: number
  soldBefore: number
}

function Outcome({ rules, sale }: { rules: readonly ConsoleRule[]; sale: Sale }) {
  const { memberId, event, ticket, quantity, soldBefore } = sale
  const { currency } = event
  const sold = { memberId, eventId: event.id, ticketTypeId: ticket.id, currency }
  const winner = nearestRule(rules.map(toModel), sold)
  const rule = rules.find(({ id }) => id === winner?.id)
  if (!winner || !rule) return 'No rule is about this sale: it earns nothing.'
  const revenueCents = toCents(ticket.price, currency) * quantity
  const cents =
    winner.approval === 'closed' ? 0 : commissionOf(winner.terms, { revenueCents, quantity, soldBefore })
  return (
    <>
      <strong>{formatMoney(cents, currency)}</strong> of {formatMoney(revenueCents, currency)} before taxes
      and discounts, by the rule “{whoWords(rule)}, {aboutWords(rule)}”: {earnWords(rule)}.
    </>
  )
}
