import { urls } from '#contracts/urls.ts'
import type { CartItem } from '#model/cart.ts'
import { formatMoment } from '#model/event-words.ts'
import { toCents } from '#model/money.ts'
import { now } from '#browser/clock.ts'
import { changeQuantity, removeFromCart } from '#stores/cart.ts'
import { Button } from '#ui/Button.tsx'
import { Price } from '#ui/Price.tsx'
import { QuantityStepper } from '#ui/QuantityStepper.tsx'

/** The level that fits around: the drawer has a heading of its own. */
export type Heading = 'h2' | 'h3'

/** The cart's lines, event by event. */
export function CartLines({ items, heading }: { items: readonly CartItem[]; heading: Heading }) {
  return [...Map.groupBy(items, (item) => item.eventId)].map(([eventId, lines]) => (
    <section className="cart-event" key={eventId}>
      {lines[0] && <EventHead item={lines[0]} heading={heading} />}
      <ul className="cart-event-lines">
        {lines.map((item) => (
          <CartLine key={item.id} item={item} />
        ))}
      </ul>
    </section>
  ))
}

export function EventHead({ item, heading: Title }: { item: CartItem; heading: Heading }) {
  return (
    <header className="cart-event-head">
      <Title dir="auto">
        <a href={urls.event(item.eventSlug)}>{item.eventTitle}</a>
      </Title>
      <p className="cart-when">{formatMoment(item.eventStartsAt, item.timeZone, now())}</p>
    </header>
  )
}

function CartLine({ item }: { item: CartItem }) {
  return (
    <li className="cart-line">
      <div className="cart-line-name">
        <p dir="auto">{item.name}</p>
        <p className="cart-line-each">
          <Price cents={toCents(item.price, item.currency)} currency={item.currency} />
          {item.price > 0 && ' each'}
          {item.quantity >= item.maxPerOrder && `, ${item.maxPerOrder} at most`}
        </p>
      </div>
      <p className="cart-line-total">
        <Price cents={toCents(item.totalPrice, item.currency)} currency={item.currency} />
      </p>
      <QuantityStepper
        name={item.name}
        quantity={item.quantity}
        min={item.minPerOrder}
        max={item.maxPerOrder}
        onChange={(quantity) => void changeQuantity(item.ticketTypeId, quantity)}
      />
      <Button
        look="link"
        aria-label={`Remove all ${item.name}`}
        onClick={() => void removeFromCart(item.ticketTypeId)}
      >
        Remove
      </Button>
    </li>
  )
}
