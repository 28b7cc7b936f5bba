import { useEffect, useRef, type MouseEvent } from 'react'
import { urls } from '#contracts/platform/urls.ts'
import { toCents } from '#model/platform/money.ts'
import { $checkout, INITIAL_CHECKOUT } from '#stores/checkout/checkout.ts'
import { $vouchers, computeDueAmount } from '#stores/checkout/vouchers.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Price } from '#ui/Price.tsx'
import { fieldId } from './use-field.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** Links to all invalid fields. Receives focus when it appears. */
export function ErrorSummary() {
  const { errors } = useStore($checkout, INITIAL_CHECKOUT)
  const box = useRef<HTMLDivElement>(null)
  const entries = Object.entries(errors).toSorted(([one], [other]) => placeOf(one) - placeOf(other))
  useEffect(() => {
    if (Object.keys(errors).length > 0) box.current?.focus()
  }, [errors])
  if (entries.length === 0) return null
  return (
    <div className="notice" data-tone="danger" ref={box} tabIndex={-1} role="alert">
      <p className="notice-title">Please check these fields</p>
      <ul className="error-list">
        {entries.map(([field, message]) => (
          <li key={field}>
            <a href={`#${fieldId(field)}`} onClick={(event) => focusField(event, field)}>
              {seatLabel(field)}
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const placeOf = (field: string): number =>
  document.getElementById(fieldId(field))?.getBoundingClientRect().top ?? 0

/** Prefix that distinguishes fields of several tickets, for example 'Standing, ticket 2 of 3: '. */
function seatLabel(field: string): string {
  const seat = document
    .getElementById(fieldId(field))
    ?.closest('.checkout-seat')
    ?.querySelector('legend')?.textContent
  return seat ? `${seat}: ` : ''
}

function focusField(event: MouseEvent, field: string): void {
  const control = document.getElementById(fieldId(field))
  if (!control) return
  event.preventDefault()
  control.focus()
}

/** Outcome of the order and the next step. Receives focus, because the submit button is far below. */
export function CheckoutNotice() {
  const { notice } = useStore($checkout, INITIAL_CHECKOUT)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice) box.current?.focus()
  }, [notice])
  if (!notice) return null
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="warning" title={notice.title} urgent>
        <p>{notice.text}</p>
        {notice.href && (
          <div className="notice-actions">
            <a className="button button-quiet" href={notice.href}>
              {notice.action === 'change cart' ? 'Change tickets' : 'See the order'}
            </a>
          </div>
        )}
      </Notice>
    </div>
  )
}

const NONE: [] = []

export function PriceChange({ onAccept }: { onAccept: (total: number) => void }) {
  const { change } = useStore($checkout, INITIAL_CHECKOUT)
  const vouchers = useStore($vouchers, NONE)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (change) box.current?.focus()
  }, [change])
  if (!change) return null
  const { shownTotal, quote } = change
  const { dueCents } = computeDueAmount(toCents(quote.total, quote.currency), vouchers)
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="warning" title="The price has changed" urgent>
        <dl className="price-change">
          <div>
            <dt>Previous total</dt>
            <dd>
              <s>
                <Price cents={toCents(shownTotal, quote.currency)} currency={quote.currency} />
              </s>
            </dd>
          </div>
          <div>
            <dt>New total</dt>
            <dd>
              <strong>
                <Price cents={toCents(quote.total, quote.currency)} currency={quote.currency} />
              </strong>
            </dd>
          </div>
        </dl>
        <p>Nothing was charged. We saved what you entered.</p>
        <div className="notice-actions">
          <Button onClick={() => onAccept(quote.total)}>
            Accept and pay <Price cents={dueCents} currency={quote.currency} />
          </Button>
          <a className="button button-quiet" href={urls.cart()}>
            Back to the cart
          </a>
        </div>
      </Notice>
    </div>
  )
}
