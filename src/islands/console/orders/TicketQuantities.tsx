import type { RequestOf } from '#contracts/platform/endpoint.ts'
import type { createOrder } from '#contracts/console/orders/orders.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { readCount } from '#model/platform/typed-numbers.ts'
import type { OrderOptions } from '#stores/console/orders/orders.ts'
import { Field } from '#ui/form/Field.tsx'
import { Notice } from '#ui/Notice.tsx'

export type SoldEvent = OrderOptions['events'][number]
type SoldType = SoldEvent['ticketTypes'][number]

export type Quantities = Readonly<Record<string, string>>

interface Chosen {
  items: RequestOf<typeof createOrder>['body']['items']
  formErrors: Record<string, string>
}

const MAX_PER_TYPE = 200
const maxOf = ({ left }: SoldType): number => Math.max(0, Math.min(MAX_PER_TYPE, left))

export function readQuantities({ ticketTypes }: SoldEvent, typed: Quantities): Chosen {
  const chosen: Chosen = { items: [], formErrors: {} }
  for (const type of ticketTypes) {
    const read = readCount(typed[type.id]?.trim() || '0')
    const most = maxOf(type)
    if ('problemMessage' in read) chosen.formErrors[type.id] = read.problemMessage
    else if (read.value > most) chosen.formErrors[type.id] = `Enter ${most} or less.`
    else if (read.value > 0) chosen.items.push({ ticketTypeId: type.id, quantity: read.value })
  }
  return chosen
}

interface Props {
  event: SoldEvent
  typed: Quantities
  formErrors: Chosen['formErrors']
  onChange: (typed: Quantities) => void
}

export function TicketQuantities({ event, typed, formErrors, onChange }: Props) {
  if (event.ticketTypes.every((type) => type.left <= 0)) return <Notice tone="warning" title="Sold out" />
  return (
    <ul className="manual-order-types" aria-label="Tickets">
      {event.ticketTypes.map((type) => (
        <li key={type.id}>
          <Field
            id={`take-${type.id}`}
            label={<span dir="auto">{type.name}</span>}
            hint={`${formatAmount(type.price, event.currency)}, ${type.left > 0 ? `${type.left} left` : 'sold out'}`}
            error={formErrors[type.id]}
            inputMode="numeric"
            autoComplete="off"
            disabled={type.left <= 0}
            placeholder="0"
            value={typed[type.id] ?? ''}
            onChange={(change) => onChange({ ...typed, [type.id]: change.currentTarget.value })}
          />
        </li>
      ))}
    </ul>
  )
}
