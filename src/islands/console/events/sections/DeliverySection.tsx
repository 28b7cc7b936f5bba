import { useState } from 'react'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import { readAmount } from '#model/platform/typed-numbers.ts'
import { writeFields } from '#stores/console/events/event.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormSection } from './FormSection.tsx'
import { eventFieldId, useEventField } from '#islands/console/events/use-event-field.ts'

type Option = EventFields['delivery'][number]

const OPTIONS: readonly (readonly [Option['method'], string])[] = [
  ['will_call', 'Printed tickets at the box office'],
  ['post', 'Printed tickets by post'],
]

/** Delivery methods besides e-tickets, which are always offered. */
export function DeliverySection({ fields }: { fields: EventFields }) {
  const { delivery } = fields
  const set = (method: Option['method'], price: number | undefined): void => {
    const others = delivery.filter((option) => option.method !== method)
    const next = price === undefined ? others : [...others, { method, price }]
    writeFields({ delivery: next.toSorted((one, other) => (one.method < other.method ? 1 : -1)) })
  }
  return (
    <FormSection title="Delivery">
      <p className="secondary-text">All buyers get free e-tickets. You can also offer printed tickets.</p>
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

interface PriceProps {
  path: string
  currency: string
  /** NaN while the input is not an amount. */
  price: number
  onChange: (price: number) => void
}

/** Keeps the typed text while it represents the price; shows the price when it changed elsewhere. */
function PriceField({ path, currency, price, onChange }: PriceProps) {
  const bound = useEventField()
  const [typed, type] = useState('')
  const read = readAmount(typed, currency)
  const isTyped = Object.is('value' in read ? read.value : Number.NaN, price)
  return (
    <Field
      {...bound(path)}
      error={Number.isNaN(price) && 'complaint' in read ? read.complaint : bound(path).error}
      label={`Price per order, in ${currency}`}
      value={isTyped ? typed : String(price)}
      onChange={({ target }) => {
        const next = readAmount(target.value, currency)
        type(target.value)
        onChange('value' in next ? next.value : Number.NaN)
      }}
      inputMode="decimal"
      autoComplete="off"
      required
    />
  )
}
