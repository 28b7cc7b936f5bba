import { countTickets } from '#model/sales/cart.ts'
import { formatMoney } from '#model/platform/money.ts'
import { $cart, EMPTY_CART } from '#stores/shop/cart-items.ts'
import { $checkout, INITIAL_CHECKOUT } from '#stores/checkout/checkout.ts'
import { $checkoutEvents, LOADING_EVENTS } from '#stores/checkout/checkout-events.ts'
import { $feeStatus } from '#stores/shop/fees.ts'
import { $dueAmount, type DueAmount } from '#stores/checkout/vouchers.ts'
import { $quote, type CartQuote } from '#stores/shop/quote.ts'
import { Button } from '#ui/Button.tsx'
import { useStore } from '#islands/platform/use-store.ts'

/**
 * The label states the effect: “Pay €42.50”, “Pay with voucher” or “Reserve 2 tickets”. `isReady`: the legal texts are loaded, and the
 * payment form is ready or vouchers pay the total.
 */
export function PayButton({ isReady }: { isReady: boolean }) {
  const price = useStore($quote, undefined)
  const due = useStore($dueAmount, undefined)
  const items = useStore($cart, EMPTY_CART)
  const { stage, change } = useStore($checkout, INITIAL_CHECKOUT)
  const isReckoning = ['loading', 'idle'].includes(useStore($feeStatus, 'idle'))
  const events = useStore($checkoutEvents, LOADING_EVENTS)
  if (change) return null
  const isPreparing = !isReady || isReckoning || events.status === 'loading'
  const words =
    price?.totalCents === 0 ? `Reserve ${formatTicketCount(countTickets(items))}` : payLabel(price, due)
  return (
    <>
      <Button type="submit" busy={stage === 'working' || isPreparing}>
        {stage === 'working' ? 'One moment…' : words}
      </Button>
      <output className="visually-hidden">{stage === 'working' && 'Placing your order…'}</output>
    </>
  )
}

function payLabel(price: CartQuote | undefined, due: DueAmount | undefined): string {
  if (!price || !due) return 'Pay'
  return due.dueCents === 0 ? 'Pay with voucher' : `Pay ${formatMoney(due.dueCents, price.currency)}`
}

export const formatTicketCount = (count: number): string => (count === 1 ? '1 ticket' : `${count} tickets`)
