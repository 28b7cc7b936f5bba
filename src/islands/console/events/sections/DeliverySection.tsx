import type { EventFields } from '#model/catalog/event-drafts.ts'
import { readAmount } from '#model/platform/typed-numbers.ts'
import { editEventFields } from '#stores/console/events/event.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { TypedNumberField } from '#islands/console/editing/TypedNumberField.tsx'
import { FormSection } from './FormSection.tsx'
import { eventFieldId, useEventField } from '#islands/console/events/use-event-field.ts'

type Option = EventFields['delivery'][number]

const OPTIONS: readonly (readonly [Option['method'], string])[] = [
  ['will_call', 'Printed tickets at the box office'],
  ['post', 'Printed tickets by post'],
]

/** Delivery methods in addition to e-tickets, which are always offered. */
export function DeliverySection({ fields }: { fields: EventFields }) {
  const bound = useEventField()
  const { delivery } = fields
  const set = (method: Option['method'], price: number | undefined): void => {
    const others = delivery.filter((option) => option.method !== method)
    const next = price === undefined ? others : [...others, { method, price }]
    editEventFields({ delivery: next.toSorted((one, other) => (one.method < other.method ? 1 : -1)) })
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
              <TypedNumberField
                {...bound(`delivery.${index}.price`)}
                label={`Price per order, in ${fields.currency}`}
                value={option.price}
                read={(text) => readAmount(text, fields.currency)}
                onChange={(price) => set(method, price)}
                inputMode="decimal"
              />
            )}
          </div>
        )
      })}
    </FormSection>
  )
}
