import { urls } from '#contracts/platform/urls.ts'
import { isDescribed, cartItemName, type CartItem } from '#model/sales/cart.ts'
import { formatMoment } from '#model/catalog/format-event.ts'
import { toCents } from '#model/platform/money.ts'
import { now } from '#browser/platform/clock.ts'
import { changeQuantity, removeFromCart } from '#stores/shop/cart.ts'
import { Button } from '#ui/Button.tsx'
import { Price } from '#ui/Price.tsx'
import { QuantityStepper } from '#ui/form/QuantityStepper.tsx'

export type HeadingLevel = 'h2' | 'h3'

export function CartLines({ items, heading }: { items: readonly CartItem[]; heading: HeadingLevel }) {
  return [...Map.groupBy(items, (item) => item.eventId)].map(([eventId, lines]) => (
    <section className="cart-event" key={eventId}>
      {lines[0] && <EventHead item={lines[0]} heading={heading} />}
      <ul className="cart-rows">
        {lines.map((item) => (
          <CartLine key={item.id} item={item} />
        ))}
      </ul>
    </section>
  ))
}

/** Shows a placeholder while the event is loading. */
export function EventHead({ item, heading: Title }: { item: CartItem; heading: HeadingLevel }) {
  if (!isDescribed(item)) {
    return (
      <header className="cart-event-head" aria-busy="true">
        <Title>Your tickets</Title>
        <p className="cart-when">Loading event details…</p>
      </header>
    )
  }
  return (
    <header className="cart-event-head">
      <Title dir="auto">
        <a href={urls.event(item.eventSlug)}>{item.eventTitle}</a>
      </Title>
      <p className="cart-when">{formatMoment(item.eventStartsAt, item.timeZone, now())}</p>
    </header>
  )
}

/** Shows an amount in major units of the item's currency. Shows a placeholder until the currency is known. */
export function ItemPrice({ item, amount }: { item: CartItem; amount: number }) {
  const { currency } = item
  if (currency === undefined) return <span className="price-unknown">…</span>
  return <Price cents={toCents(amount, currency)} currency={currency} />
}

function CartLine({ item }: { item: CartItem }) {
  const name = cartItemName(item)
  return (
    <li className="cart-line">
      <div className="cart-line-name">
        <p dir="auto">{name}</p>
        <p className="cart-line-each">
          <ItemPrice item={item} amount={item.price} />
          {item.price > 0 && ' each'}
          {item.quantity >= item.maxPerOrder && `, maximum ${item.maxPerOrder}`}
        </p>
      </div>
      <p className="cart-line-total">
        <ItemPrice item={item} amount={item.totalPrice} />
      </p>
      <QuantityStepper
        name={name}
        quantity={item.quantity}
        min={item.minPerOrder}
        max={item.maxPerOrder}
        onChange={(quantity) => void changeQuantity(item.ticketTypeId, quantity)}
      />
      <Button
        variant="link"
        aria-label={`Remove all ${name}`}
        onClick={() => void removeFromCart(item.ticketTypeId)}
      >
        Remove
      </Button>
    </li>
  )
}
