import { z } from 'zod'
import { fail } from '#contracts/platform/errors.ts'
import { question, type DeliveryMethod, type Question } from '#model/catalog/catalog.ts'
import { buyerFeeRule } from '#model/pricing/fee-payers.ts'
import { DEFAULT_REMITTANCE, type Remittance } from '#model/pricing/platform-terms.ts'
import { NO_FEES, type FeeRule } from '#model/pricing/fees.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { QuoteLine } from '#model/pricing/quote.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { hasPlatformTerms, type TermsInEffect } from '#server/pricing/terms/terms-rows.ts'
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
  isOnSale: boolean
  isShopOpen: boolean
  /** Delivery methods that all events offer, with the first event's price in minor units. */
  delivery: ReadonlyMap<DeliveryMethod, number>
  /** Returns the fees that the buyer pays for an event, without those that the promoter pays. */
  feeRuleOf: (eventId: string) => FeeRule
  /** The platform's terms in effect; undefined when there are none for the currency. */
  terms: TermsInEffect | undefined
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
    isShopOpen: rows.every((row) => row.isPromoterActive),
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
    terms: rows[0]?.terms ?? undefined,
  }
}

function sharedDelivery([first, ...others]: readonly PurchaseLineRow[]): Map<DeliveryMethod, number> {
  const everywhere = first?.delivery.filter(({ method }) =>
    others.every((event) => event.delivery.some((each) => each.method === method)),
  )
  const prices = everywhere?.map(({ method, priceCents }): [DeliveryMethod, number] => [method, priceCents])
  return new Map([['e_ticket', 0], ...(prices ?? [])])
}

export function orderTermsOf({ terms }: Purchase): Remittance & { termsId: number | null } {
  if (!terms) return { termsId: null, ...DEFAULT_REMITTANCE }
  const { id: termsId, processingFeePaidBy, taxesRemittedBy } = terms
  return { termsId, processingFeePaidBy, taxesRemittedBy }
}

/**
 * Rejects a currency without terms if the platform has terms for other currencies: the platform would get no share and pay
 * the payment provider's fee.
 */
export async function checkPayable(
  { payments }: Context,
  trx: Trx,
  { purchase, dueCents }: { purchase: Purchase; dueCents: number },
): Promise<Result<null, 'CURRENCY_NOT_SOLD' | 'AMOUNT_NOT_CHARGEABLE'>> {
  if (!purchase.terms && (await hasPlatformTerms(trx))) return fail('CURRENCY_NOT_SOLD')
  const canCharge = dueCents === 0 || payments.canCharge(dueCents, purchase.currency)
  return canCharge ? succeed(null) : fail('AMOUNT_NOT_CHARGEABLE')
}
