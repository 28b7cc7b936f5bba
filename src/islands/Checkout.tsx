import { useEffect } from 'react'
import { urls } from '#contracts/urls.ts'
import { $isAdopting, adoptCart } from '#stores/cart-adoption.ts'
import { $isExpired } from '#stores/cart-expiry.ts'
import { $cart, EMPTY_CART } from '#stores/cart-items.ts'
import { $checkout, READY, returnFromPayment } from '#stores/checkout.ts'
import { CheckoutSignIn } from './CheckoutSignIn.tsx'
import { CheckoutForm } from './CheckoutForm.tsx'
import { CheckoutSummary } from './CheckoutSummary.tsx'
import { ExpiredNotice } from './CartNotices.tsx'
import { useIsLive, useStore } from './use-store.ts'

/** `/checkout`: the summary in sight, and one column of decisions. */
export function Checkout() {
  const isLive = useIsLive()
  const items = useStore($cart, EMPTY_CART)
  const isExpired = useStore($isExpired, false)
  const isAdopting = useStore($isAdopting, false)
  const { stage } = useStore($checkout, READY)
  useEffect(() => {
    void adoptCart().then(() => returnFromPayment(window.location.search))
  }, [])
  if (!isLive || isAdopting) return <CheckoutSkeleton />
  if (stage === 'leaving') return <p className="checkout-leaving">One moment: we are taking you on…</p>
  if (items.length === 0) return <NothingToBuy />
  return (
    <div className="checkout-columns">
      <CheckoutSummary />
      <div className="checkout-main">
        {isExpired && <ExpiredNotice />}
        <CheckoutSignIn />
        <CheckoutForm />
      </div>
    </div>
  )
}

function NothingToBuy() {
  return (
    <div className="cart-empty">
      <p>There is nothing to pay for.</p>
      <p>Your cart is empty. Choose tickets first; we hold them while you check out.</p>
      <a className="button" href={urls.home()}>
        See what’s on
      </a>
    </div>
  )
}

function CheckoutSkeleton() {
  return (
    <div className="checkout-columns" aria-busy="true">
      <div className="skeleton checkout-skeleton" />
      <div className="checkout-main">
        <p className="visually-hidden">Loading the checkout…</p>
        <div className="skeleton checkout-skeleton" />
        <div className="skeleton checkout-skeleton" />
      </div>
    </div>
  )
}
