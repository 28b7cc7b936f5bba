import { taxRows } from '#model/tax-words.ts'
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
  const { fees, currency } = price
  return (
    <>
      <Row label="Tickets" cents={price.subtotalCents} currency={currency} />
      {price.discountCents > 0 && (
        <Row
          label={promo ? `Discount (${promo.code})` : 'Discount'}
          cents={price.discountCents}
          currency={currency}
          minus
        />
      )}
      {fees.ticketFeesCents > 0 && (
        <Row label="Ticket fees" cents={fees.ticketFeesCents} currency={currency} />
      )}
      {fees.orderFeesCents > 0 && <Row label="Order fee" cents={fees.orderFeesCents} currency={currency} />}
      {fees.deliveryFeeCents > 0 && (
        <Row label="Delivery" cents={fees.deliveryFeeCents} currency={currency} />
      )}
      {taxRows(price.tax).map(({ label, cents }) => (
        <Row key={label} label={label} cents={Math.abs(cents)} currency={currency} minus={cents < 0} />
      ))}
    </>
  )
}

function Row({ label, ...price }: { label: string; cents: number; currency: string; minus?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Price {...price} />
      </dd>
    </div>
  )
}
