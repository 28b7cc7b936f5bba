import { useEffect, useRef, useState } from 'react'
import { countTickets, cartItemName } from '#model/sales/cart.ts'
import { retryExpiredHold } from '#stores/shop/cart.ts'
import { $isExpired } from '#stores/shop/cart-expiry.ts'
import { $holdStatus, $shortfallMessage } from '#stores/shop/cart-hold.ts'
import { $cart, EMPTY_CART } from '#stores/shop/cart-items.ts'
import { $checkout, INITIAL_CHECKOUT } from '#stores/checkout/checkout.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { HoldTimer } from '#islands/shop/HoldTimer.tsx'
import { PayButton, formatTicketCount } from './PayButton.tsx'
import { useStore } from '#islands/platform/use-store.ts'

/**
 * Fields and button to pay the order. Receives the focus when its focused button is removed; otherwise, the focus stays
 * in the edited field.
 */
export function PayArea({ isReady }: { isReady: boolean }) {
  const { stage } = useStore($checkout, INITIAL_CHECKOUT)
  const isExpired = useStore($isExpired, false)
  // While an order is being paid, its tickets stay reserved even if the hold has expired.
  const isEnded = isExpired && stage === 'filling'
  const area = useRef<HTMLFieldSetElement>(null)
  const [wasEnded, setWasEnded] = useState(false)
  if (isEnded && !wasEnded) setWasEnded(true)
  useEffect(() => {
    if ((isEnded || wasEnded) && document.activeElement === document.body) area.current?.focus()
  }, [isEnded, wasEnded])
  return (
    <fieldset ref={area} className="checkout-pay" tabIndex={-1}>
      <legend className="visually-hidden">Place your order</legend>
      {isEnded && <HoldEnded />}
      <output className="checkout-held">{wasEnded && !isEnded && <HeldAgain />}</output>
      {!isEnded && (
        <>
          <HoldTimer />
          <PayButton isReady={isReady} />
        </>
      )}
    </fieldset>
  )
}

function HoldEnded() {
  const items = useStore($cart, EMPTY_CART)
  const status = useStore($holdStatus, 'idle')
  const shortfall = useStore($shortfallMessage, '')
  return (
    <Notice tone="warning" title="Your tickets are no longer held" urgent>
      <p>
        {status === 'offline'
          ? 'We can’t reach the server to hold them again. Check your connection.'
          : shortfall || 'The time limit has passed, and they’re on sale again.'}{' '}
        Nothing was charged, and we saved what you entered. You had:
      </p>
      <ul className="checkout-had">
        {items.map((item) => (
          <li key={item.id} dir="auto">
            {item.quantity} × {cartItemName(item)}
          </li>
        ))}
      </ul>
      <div className="notice-actions">
        <Button busy={status === 'sending'} onClick={() => void retryExpiredHold()}>
          {status === 'sending' ? 'Trying…' : 'Hold tickets again'}
        </Button>
      </div>
    </Notice>
  )
}

function HeldAgain() {
  const count = countTickets(useStore($cart, EMPTY_CART))
  const shortfall = useStore($shortfallMessage, '')
  return (
    <>
      {formatTicketCount(count)} {count === 1 ? 'is' : 'are'} held for you again. {shortfall}
    </>
  )
}
