import { useEffect } from 'react'
import type { DeliveryMethod, EventDetail } from '#model/catalog/catalog.ts'
import { formatPrice } from '#model/catalog/format-event.ts'
import { $checkoutDraft, EMPTY_CHECKOUT_DRAFT, writeDraftField } from '#stores/checkout/checkout-draft.ts'
import { listDeliveryOptions } from '#stores/checkout/checkout-events.ts'
import { deliveryMethodOf } from '#stores/checkout/checkout-form.ts'
import { $deliveryPrice } from '#stores/shop/quote.ts'
import { TextArea } from '#ui/form/TextArea.tsx'
import { useField } from './use-field.ts'
import { useStore } from '#islands/platform/use-store.ts'

const LABELS: Readonly<Record<DeliveryMethod, { name: string; hint: string }>> = {
  e_ticket: { name: 'E-ticket', hint: 'Available on your order page right away.' },
  will_call: { name: 'Collect at the box office', hint: 'Bring your order number on the day.' },
  post: { name: 'By post', hint: 'Printed tickets, sent to your address.' },
}

/** Delivery methods. Renders nothing when there is only one. */
export function DeliveryFields({ events }: { events: readonly EventDetail[] }) {
  const draft = useStore($checkoutDraft, EMPTY_CHECKOUT_DRAFT)
  const options = listDeliveryOptions(events)
  const wanted = deliveryMethodOf(draft)
  const chosen = options.find((option) => option.method === wanted) ?? options[0]
  const price = chosen?.price ?? 0
  const method = chosen?.method ?? 'e_ticket'
  useEffect(() => $deliveryPrice.set(price), [price])
  useEffect(() => {
    // The events in the cart no longer offer the chosen method.
    if (events.length > 0 && wanted !== method) writeDraftField('delivery.method', method)
  }, [events.length, wanted, method])
  if (options.length < 2) return null
  return (
    <fieldset className="checkout-section">
      <legend>Delivery</legend>
      <div className="choices">
        {options.map((option) => (
          <label key={option.method} className="choice choice-card">
            <input
              type="radio"
              name="delivery.method"
              value={option.method}
              checked={option.method === method}
              onChange={() => writeDraftField('delivery.method', option.method)}
            />
            <span>
              <strong>{LABELS[option.method].name}</strong>
              <small>{LABELS[option.method].hint}</small>
            </span>
            <span className="price">{formatPrice(option.price, events[0]?.currency ?? 'EUR')}</span>
          </label>
        ))}
      </div>
      {method === 'post' && <Address />}
    </fieldset>
  )
}

function Address() {
  return (
    <TextArea
      {...useField('delivery.address')}
      label="Postal address"
      hint="Name, street, postcode, town, country."
      autoComplete="street-address"
      maxLength={500}
      required
    />
  )
}
