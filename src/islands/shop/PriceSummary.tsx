import { priceRows } from '#model/pricing/price-rows.ts'
import { $cart, EMPTY_CART } from '#stores/shop/cart-items.ts'
import { $feeStatus, loadMissingFees } from '#stores/shop/fees.ts'
import { $promo } from '#stores/shop/promo-code.ts'
import { $quote, type CartQuote } from '#stores/shop/quote.ts'
import { Button } from '#ui/Button.tsx'
import { Price } from '#ui/Price.tsx'
import { useStore } from '#islands/platform/use-store.ts'

/** Subtotal, discount, fees, taxes and total. Shows no amounts until the fees are loaded. */
export function PriceSummary() {
  const price = useStore($quote, undefined)
  const status = useStore($feeStatus, 'idle')
  const isEmpty = useStore($cart, EMPTY_CART).length === 0
  if (isEmpty) return null
  if (!price && status === 'error') return <FeesMissing />
  const isLoading = !price || status === 'loading' || status === 'idle'
  return (
    <>
      <dl className="price-summary" aria-busy={isLoading}>
        {price && <Rows price={price} />}
        <div className="price-total">
          <dt>Total</dt>
          <dd>
            {isLoading ? (
              <span className="price-unknown">…</span>
            ) : (
              <Price cents={price.totalCents} currency={price.currency} />
            )}
          </dd>
        </div>
      </dl>
      {status === 'error' && <FeesMissing />}
    </>
  )
}

function FeesMissing() {
  return (
    <p className="field-error">
      We couldn’t calculate the fees, so we can’t show the total yet.{' '}
      <Button variant="link" onClick={() => void loadMissingFees()}>
        Try again
      </Button>
    </p>
  )
}

function Rows({ price }: { price: CartQuote }) {
  const promo = useStore($promo, undefined)
  return priceRows(price, promo?.code).map(({ label, cents }) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>
        <Price cents={Math.abs(cents)} currency={price.currency} minus={cents < 0} />
      </dd>
    </div>
  ))
}
