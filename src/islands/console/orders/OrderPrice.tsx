import type { ManualPayment } from '#contracts/console/orders/order-detail.ts'
import type { quoteOrder } from '#contracts/console/orders/order-quotes.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import { priceOrder } from '#stores/console/orders/orders.ts'
import { Notice } from '#ui/Notice.tsx'
import { RequestError } from './RequestError.tsx'
import { readQuantities, type Quantities, type SoldEvent } from './TicketQuantities.tsx'
import { useDebouncedRequest } from './use-debounced-request.ts'

/** Chosen tickets, and their price once the server has calculated it. */
export function usePrice(event: SoldEvent, typed: Quantities, how: ManualPayment) {
  const { items, formErrors: wrong } = readQuantities(event, typed)
  const isRight = Object.keys(wrong).length === 0
  const request = isRight && items.length > 0 ? { items, takenOutside: how } : undefined
  const { answer: quote, again } = useDebouncedRequest(request, priceOrder)
  return { items, wrong, isRight, quote, again }
}

type Quoted = Awaited<ReturnType<typeof priceOrder>>
type OrderQuote = DataOf<typeof quoteOrder>['quote']

export function submitLabel(items: readonly { quantity: number }[], quote: Quoted | undefined): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count === 0) return 'Choose tickets first'
  const tickets = formatCount(count, 'ticket')
  if (!quote) return `${tickets}: calculating the price…`
  if (!quote.success) return `${tickets} can’t be sold`
  const { total, currency } = quote.data.quote
  return `Create order: ${tickets}, ${total === 0 ? 'free of charge' : formatAmount(total, currency)}`
}

/** Message if the user submits the order with Enter before its price is known. */
export function earlySubmitMessage(
  isRight: boolean,
  items: readonly unknown[],
  quote: Quoted | undefined,
): string {
  if (!isRight) return 'Order not created. Check the tickets.'
  if (items.length === 0) return 'Order not created. Choose tickets first.'
  return quote
    ? 'Order not created: the price couldn’t be calculated.'
    : 'Order not created: the price was still being calculated. Check it and try again.'
}

interface NotesProps {
  isNew: boolean
  early: string
  quote: Quoted | undefined
  onRetry: () => void
}

export function PriceNotes({ isNew, early, quote, onRetry }: NotesProps) {
  return (
    <>
      {isNew && <Notice tone="warning" title="A price has changed. Check the new total." urgent />}
      {early && <Notice tone="warning" title={early} urgent />}
      {quote && !quote.success && <RequestError failure={quote} onRetry={onRetry} />}
      {quote?.success && <Pricing quote={quote.data.quote} />}
    </>
  )
}

/** Parts of the total, shown if it differs from the sum of ticket prices. */
function Pricing({ quote: { subtotal, total, tax, currency } }: { quote: OrderQuote }) {
  if (!tax || total === 0) return null
  const rates = tax.rates.map(
    ({ name, rate, amount }) => `${name} (${rate}%) ${formatAmount(amount, currency)}`,
  )
  return (
    <p className="secondary-text">
      {tax.included
        ? `Includes taxes: ${rates.join(', ')}.`
        : `Tickets ${formatAmount(subtotal, currency)}, plus ${rates.join(', ')}.`}
    </p>
  )
}
