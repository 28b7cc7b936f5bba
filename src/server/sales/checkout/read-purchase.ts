import { z } from 'zod'
import { question, type DeliveryMethod, type Question } from '#model/catalog/catalog.ts'
import { buyerFeeRule } from '#model/pricing/fee-payers.ts'
import { NO_FEES, type FeeRule } from '#model/pricing/fees.ts'
import type { QuoteLine } from '#model/pricing/quote.ts'
import type { LockedCart } from '#server/catalog/inventory/hold-rows.ts'
import type { PurchaseLineRow } from './purchase-rows.ts'

export interface EventTerms {
  id: string
  attendeeNames: 'none' | 'optional' | 'required'
  questions: Question[]
}

export interface Purchase {
  cart: LockedCart
  currency: string
  lines: (QuoteLine & { name: string; eventTitle: string; maxPerCustomer: number | null })[]
  events: EventTerms[]
  /** False when one of the events is cancelled or unpublished. */
  isOnSale: boolean
  /** Delivery methods offered by every event, with the first event's price. */
  delivery: ReadonlyMap<DeliveryMethod, number>
  /** The buyer's part of an event's fees, and the full fees. */
  feeRuleOf: (eventId: string) => FeeRule
  fullFeeRuleOf: (eventId: string) => FeeRule
}

const questions = z.array(question)

export function toPurchase(cart: LockedCart, rows: readonly PurchaseLineRow[]): Purchase {
  const events = new Map(rows.map((row) => [row.eventId, row]))
  return {
    cart,
    currency: cart.currency,
    lines: rows.map(
      ({ ticketTypeId, eventId, priceCents, quantity, name, eventTitle, maxPerCustomer, tax }) => ({
        ticketTypeId,
        eventId,
        priceCents,
        quantity,
        name,
        eventTitle,
        maxPerCustomer,
        tax: tax ?? undefined,
      }),
    ),
    isOnSale: rows.every((row) => row.eventStatus === 'published'),
    events: [...events].map(([id, row]) => ({
      id,
      attendeeNames: row.attendeeNames,
      questions: questions.parse(row.questions),
    })),
    delivery: sharedDelivery([...events.values()]),
    feeRuleOf: (eventId) => {
      const fees = events.get(eventId)?.fees
      return fees ? buyerFeeRule(fees, fees.paidBy) : NO_FEES
    },
    fullFeeRuleOf: (eventId) => events.get(eventId)?.fees ?? NO_FEES,
  }
}

function sharedDelivery([first, ...others]: readonly PurchaseLineRow[]): Map<DeliveryMethod, number> {
  const everywhere = first?.delivery.filter(({ method }) =>
    others.every((event) => event.delivery.some((each) => each.method === method)),
  )
  const prices = everywhere?.map(({ method, priceCents }): [DeliveryMethod, number] => [method, priceCents])
  return new Map([['e_ticket', 0], ...(prices ?? [])])
}
