import type { ReactNode } from 'react'
import { urls } from '#contracts/platform/urls.ts'
import { cartItemName } from '#model/sales/cart.ts'
import { $isExpired } from '#stores/shop/cart-expiry.ts'
import type { CartItems } from '#stores/shop/cart-items.ts'
import { CartLines, EventHead, ItemPrice, type HeadingLevel } from './CartLines.tsx'
import { ConflictNotice, ExpiredNotice, OfflineNotice, RemovedNotice } from './CartNotices.tsx'
import { HoldTimer } from './HoldTimer.tsx'
import { PriceSummary } from './PriceSummary.tsx'
import { PromoField } from './PromoField.tsx'
import { useCart } from './use-cart.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** The cart in all of its states, for the drawer and the cart page. */
export function CartContents({ heading }: { heading: HeadingLevel }) {
  const items = useCart()
  const isExpired = useStore($isExpired, false)
  return (
    <div className="cart">
      <ConflictNotice />
      {items.length === 0 && <EmptyCart />}
      {items.length > 0 && isExpired && <ExpiredCart items={items} heading={heading} />}
      {items.length > 0 && !isExpired && (
        <LiveCart>
          <CartLines items={items} heading={heading} />
        </LiveCart>
      )}
      <RemovedNotice />
    </div>
  )
}

function EmptyCart() {
  return (
    <div className="cart-empty">
      <p>Your cart is empty.</p>
      <p>We hold tickets for 10 minutes after you add them to your cart.</p>
      <a className="button" href={urls.home()}>
        See what’s on
      </a>
    </div>
  )
}

function ExpiredCart({ items, heading }: { items: CartItems; heading: HeadingLevel }) {
  return (
    <>
      <ExpiredNotice />
      <ul className="cart-was">
        {items.map((item) => (
          <li key={item.id}>
            <EventHead item={item} heading={heading} />
            <p>
              {item.quantity} × {cartItemName(item)}
            </p>
            <p>
              <ItemPrice item={item} amount={item.totalPrice} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function LiveCart({ children }: { children: ReactNode }) {
  return (
    <>
      <OfflineNotice />
      <div className="cart-lines">{children}</div>
      <div className="cart-foot">
        <PromoField />
        <PriceSummary />
        <a className="button" href={urls.checkout()}>
          Checkout
        </a>
        <HoldTimer />
      </div>
    </>
  )
}
