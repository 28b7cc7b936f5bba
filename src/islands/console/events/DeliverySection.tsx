import { useState } from 'react'
import type { EventFields } from '#model/event-drafts.ts'
import { readAmount } from '#model/typed-numbers.ts'
import { writeFields } from '#stores/console/event.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { FormSection } from './FormSection.tsx'
import { eventFieldId, useEventField } from './use-event-field.ts'

type Option = EventFields['delivery'][number]

const OPTIONS: readonly (readonly [Option['method'], string])[] = [
  ['will_call', 'Printed tickets at the box office'],
  ['post', 'Printed tickets by post'],
]

/** Beside e-tickets, which everybody gets. */
export function DeliverySection({ fields }: { fields: EventFields }) {
  const { delivery } = fields
  const set = (method: Option['method'], price: number | undefined): void => {
    const others = delivery.filter((option) => option.method !== method)
    const next = price === undefined ? others : [...others, { method, price }]
    writeFields({ delivery: next.toSorted((one, other) => (one.method < other.method ? 1 : -1)) })
  }
  return (
    <FormSection title="Delivery">
      <p className="desk-quiet">Everybody gets e-tickets, free. You can offer printed ones as well.</p>
      {OPTIONS.map(([method, name]) => {
        const index = delivery.findIndex((option) => option.method === method)
        const option = delivery[index]
        return (
          <div key={method} className="delivery-option">
            <Checkbox
              id={eventFieldId(`delivery.${method}`)}
              label={name}
              checked={option !== undefined}
              onChange={(event) => set(method, event.target.checked ? 0 : undefined)}
            />
            {option && (
              <PriceField
                path={`delivery.${index}.price`}
                currency={fields.currency}
                price={option.price}
                onChange={(price) => set(method, price)}
              />
            )}
          </div>
        )
      })}
    </FormSection>
  )
}

/** Keeps what is typed until it is an amount. */
function PriceField(props: {
  path: string
  currency: string
  price: number
  onChange: (price: number) => void
}) {
  const { path, currency, price, onChange } = props
  const bound = useEventField()
  const [typed, type] = useState(String(price))
  const read = readAmount(typed, currency)
  const write = (text: string): void => {
    type(text)
    const amount = readAmount(text, currency)
    if ('value' in amount) onChange(amount.value)
  }
  return (
    <Field
      {...bound(path)}
      error={'complaint' in read ? read.complaint : bound(path).error}
      label={`Price for each order, in ${currency}`}
      value={typed}
      onChange={(event) => write(event.target.value)}
      inputMode="decimal"
      autoComplete="off"
    />
  )
}
