import { useState, type ChangeEvent } from 'react'
import type { ConsoleRule } from '#contracts/console/staff/commission-rules.ts'
import type { StaffOptions, StaffMember } from '#contracts/console/staff/staff.ts'
import { commissionOf, mostSpecificRule } from '#model/money/commissions.ts'
import { formatMoney, toCents } from '#model/platform/money.ts'
import { readCount, type TypedNumber } from '#model/platform/typed-numbers.ts'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { ruleScopeLabel, formatRuleTerms, toCommissionRule, memberLabel } from './format-rule.ts'
import { Card } from '#ui/Card.tsx'

interface Props {
  rules: readonly ConsoleRule[]
  sellers: readonly StaffMember[]
  events: StaffOptions['events']
}

type Event = StaffOptions['events'][number]

/** Shows which commission rule applies to an example sale, using the function for real sales. */
export function ExampleSale({ rules, sellers, events }: Props) {
  const [input, setInput] = useState<SaleInput>(NO_INPUT)
  const member = sellers.find(({ accountId }) => accountId === input.memberId) ?? sellers[0]
  const event = events.find(({ id }) => id === input.eventId) ?? events[0]
  const ticket = event?.ticketTypes.find(({ id }) => id === input.ticketTypeId) ?? event?.ticketTypes[0]
  if (!member || !event || !ticket) return null
  return (
    <section className="section" aria-labelledby="example">
      <h2 id="example">Test a sale</h2>
      <SaleFields
        input={input}
        onChange={(change) => setInput({ ...input, ...change })}
        offers={{ sellers, events, tickets: event.ticketTypes }}
      />
      <Card as="p" className="team-example" aria-live="polite">
        <Outcome rules={rules} sale={{ memberId: member.accountId, event, ticket, ...countsOf(input) }} />
      </Card>
    </section>
  )
}

/** Form values; '' selects the first option. */
interface SaleInput {
  memberId: string
  eventId: string
  ticketTypeId: string
  quantity: string
  before: string
}

const NO_INPUT: SaleInput = { memberId: '', eventId: '', ticketTypeId: '', quantity: '2', before: '0' }

const countsOf = ({ quantity, before }: SaleInput) => ({
  quantity: readCount(quantity, 1),
  soldBefore: readCount(before),
})

type Changed = ChangeEvent<HTMLInputElement | HTMLSelectElement>

function SaleFields({
  input,
  onChange,
  offers,
}: {
  input: SaleInput
  onChange: (change: Partial<SaleInput>) => void
  offers: Pick<Props, 'sellers' | 'events'> & { tickets: Event['ticketTypes'] }
}) {
  const bind = (name: keyof SaleInput) => ({
    id: `example-${name}`,
    value: input[name],
    onChange: ({ currentTarget: { value } }: Changed) => onChange({ [name]: value }),
  })
  const { quantity, soldBefore } = countsOf(input)
  const sellers = offers.sellers.map(({ accountId: id, name }) => ({ id, name }))
  const events = offers.events.map(({ id, title: name }) => ({ id, name }))
  return (
    <div className="filters">
      <Choice {...bind('memberId')} label="Sold by" offers={sellers} />
      <Choice {...bind('eventId')} label="Event" offers={events} />
      <Choice {...bind('ticketTypeId')} label="Ticket" offers={offers.tickets} />
      <Field {...bind('quantity')} label="Tickets" inputMode="numeric" error={errorOf(quantity)} />
      <Field {...bind('before')} label="Sold before" inputMode="numeric" error={errorOf(soldBefore)} />
    </div>
  )
}

interface SelectProps {
  id: string
  label: string
  value: string
  onChange: (change: Changed) => void
  offers: readonly { id: string; name: string }[]
}

function Choice({ offers, value, ...select }: SelectProps) {
  const chosen = offers.find(({ id }) => id === value) ?? offers[0]
  return (
    <Select {...select} value={chosen?.id}>
      {offers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

const errorOf = (read: TypedNumber): string | undefined =>
  'problemMessage' in read ? read.problemMessage : undefined

interface Sale {
  memberId: string
  event: Event
  ticket: Event['ticketTypes'][number]
  quantity: TypedNumber
  soldBefore: TypedNumber
}

function Outcome({ rules, sale }: { rules: readonly ConsoleRule[]; sale: Sale }) {
  const { memberId, event, ticket, quantity: tickets, soldBefore: before } = sale
  if ('problemMessage' in tickets || 'problemMessage' in before)
    return 'Enter the number of tickets to see the commission.'
  const [quantity, soldBefore] = [tickets.value, before.value]
  const { currency } = event
  const sold = { memberId, eventId: event.id, ticketTypeId: ticket.id, currency }
  const winner = mostSpecificRule(rules.map(toCommissionRule), sold)
  const rule = rules.find(({ id }) => id === winner?.id)
  if (!winner || !rule) return 'No rule applies to this sale. It earns no commission.'
  const revenueCents = toCents(ticket.price, currency) * quantity
  const cents =
    winner.approval === 'closed' ? 0 : commissionOf(winner.terms, { revenueCents, quantity, soldBefore })
  return (
    <>
      <strong>{formatMoney(cents, currency)}</strong> of {formatMoney(revenueCents, currency)} before taxes
      and discounts, by the rule “{memberLabel(rule)}, {ruleScopeLabel(rule)}”: {formatRuleTerms(rule)}.
    </>
  )
}
