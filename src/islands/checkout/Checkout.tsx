import { useEffect, type ReactNode } from 'react'
import { urls } from '#contracts/platform/urls.ts'
import type { CartItem } from '#model/sales/cart.ts'
import type { PaymentStep } from '#model/money/payments.ts'
import { $isAdoptingCart, adoptCart } from '#stores/shop/cart-adoption.ts'
import { $checkout, INITIAL_CHECKOUT, returnFromPayment } from '#stores/checkout/checkout.ts'
import { readCheckoutAttempt } from '#stores/checkout/checkout-attempt.ts'
import { CheckoutSignIn } from './CheckoutSignIn.tsx'
import { CheckoutForm } from './CheckoutForm.tsx'
import { CheckoutSummary } from './CheckoutSummary.tsx'
import { PayOrder, type UnpaidOrder } from './PayOrder.tsx'
import { useCart } from '#islands/shop/use-cart.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { useIsLive } from '#ui/loading/use-is-live.ts'
import { Skeleton, Skeletons } from '#ui/loading/Skeleton.tsx'

interface Props {
  step: PaymentStep
  order?: UnpaidOrder | undefined
  children?: ReactNode
}

export function Checkout({ step, order, children }: Props) {
  const isLive = useIsLive()
  const items = useCart()
  const isAdopting = useStore($isAdoptingCart, false)
  const { stage } = useStore($checkout, INITIAL_CHECKOUT)
  useEffect(() => {
    void adoptCart().then(() => returnFromPayment(window.location.search))
  }, [])
  if (!isLive || isAdopting) return <CheckoutSkeleton />
  if (stage === 'leaving') return <p className="checkout-leaving">Redirecting…</p>
  if (order && !isOfThisForm(order, items))
    return (
      <PayOrder step={step} order={order}>
        {children}
      </PayOrder>
    )
  if (items.length === 0) return <NothingToBuy />
  return (
    <div className="checkout-columns">
      <CheckoutSummary />
      <div className="checkout-main">
        <CheckoutSignIn />
        <CheckoutForm step={step} />
      </div>
    </div>
  )
}

/**
 * Returns true if this tab still has the checkout form that placed the order. That form is then used for the payment.
 */
const isOfThisForm = (order: UnpaidOrder, items: readonly CartItem[]): boolean =>
  items.length > 0 && readCheckoutAttempt()?.orderId === order.id

function NothingToBuy() {
  return (
    <div className="cart-empty">
      <p>Nothing to pay for</p>
      <p>Your cart is empty. Choose tickets first, and we’ll hold them while you check out.</p>
      <a className="button" href={urls.home()}>
        See what’s on
      </a>
    </div>
  )
}

function CheckoutSkeleton() {
  return (
    <div className="checkout-columns" aria-busy="true">
      <Skeleton size="block" />
      <div className="checkout-main">
        <p className="visually-hidden">Loading the checkout…</p>
        <Skeletons size="block" count={2} />
      </div>
    </div>
  )
}
