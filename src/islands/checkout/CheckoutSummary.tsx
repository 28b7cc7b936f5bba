import { useState } from 'react'
import { urls } from '#contracts/platform/urls.ts'
import { cartItemName } from '#model/sales/cart.ts'
import { $cart, EMPTY_CART } from '#stores/shop/cart-items.ts'
import { $quote } from '#stores/shop/quote.ts'
import { Price } from '#ui/Price.tsx'
import { EventHead, ItemPrice } from '#islands/shop/CartLines.tsx'
import { OfflineNotice } from '#islands/shop/CartNotices.tsx'
import { HoldTimer } from '#islands/shop/HoldTimer.tsx'
import { PriceSummary } from '#islands/shop/PriceSummary.tsx'
import { PromoField } from '#islands/shop/PromoField.tsx'
import { VoucherField, VoucherSummary } from './payment/VoucherField.tsx'
import { $dueAmount } from '#stores/checkout/vouchers.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** The order summary. It is beside the form on wide screens; on narrow ones, it is above the form and collapsed, showing the total. */
export function CheckoutSummary() {
  // This component is rendered only in the browser, so `window` is available.
  const [isWide] = useState(() => window.matchMedia('(width >= 960px)').matches)
  const price = useStore($quote, undefined)
  const due = useStore($dueAmount, undefined)
  return (
    <aside className="checkout-summary" aria-label="Order summary">
      <details open={isWide}>
        <summary>
          <span>Order summary</span>
          {price && <Price cents={due?.dueCents ?? price.totalCents} currency={price.currency} />}
        </summary>
        <SummaryLines />
        <PromoField />
        <VoucherField />
        <PriceSummary />
        {price && <VoucherSummary currency={price.currency} />}
      </details>
      <HoldTimer />
      <OfflineNotice />
      <p className="checkout-edit">
        <a href={urls.cart()}>Change tickets</a>
      </p>
    </aside>
  )
}

function SummaryLines() {
  const items = useStore($cart, EMPTY_CART)
  return [...Map.groupBy(items, (item) => item.eventId)].map(([eventId, lines]) => (
    <section key={eventId} className="checkout-event">
      {lines[0] && <EventHead item={lines[0]} heading="h2" />}
      <ul className="checkout-lines">
        {lines.map((item) => (
          <li key={item.id}>
            <span>
              {item.quantity} × {cartItemName(item)}
            </span>
            <ItemPrice item={item} amount={item.totalPrice} />
          </li>
        ))}
      </ul>
    </section>
  ))
}
