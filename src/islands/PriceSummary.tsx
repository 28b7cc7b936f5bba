import { priceRows } from '#model/price-rows.ts'
import { $feeStatus, reckonFees } from '#stores/fees.ts'
import { $promo } from '#stores/promo.ts'
import { $quote, type CartQuote } from '#stores/quote.ts'
import { Button } from '#ui/Button.tsx'
import { Price } from '#ui/Price.tsx'
import { useStore } from './use-store.ts'

/** Subtotal, discount, each fee, each tax, total. */
export function PriceSummary() {
  const price = useStore($quote, undefined)
  const status = useStore($feeStatus, 'idle')
  if (!price) return null
  const isReckoning = status === 'loading' || status === 'idle'
  return (
    <>
      <dl className="price-summary" aria-busy={isReckoning}>
        <Rows price={price} />
        <div className="price-total">
          <dt>Total</dt>
          <dd>
            {isReckoning ? (
              <span className="skeleton">…</span>
            ) : (
              <Price cents={price.totalCents} currency={price.currency} />
            )}
          </dd>
        </div>
      </dl>
      {status === 'error' && (
        <p className="field-error">
          The fees could not be calculated, so the total may be higher.{' '}
          <Button look="link" onClick={() => void reckonFees()}>
            Try again
          </Button>
        </p>
      )}
    </>
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
