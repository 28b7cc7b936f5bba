import { atom, computed } from 'nanostores'
import { NO_FEES, toFeeRule } from '#model/fees.ts'
import { toCents } from '#model/money.ts'
import { toDiscount } from '#model/promo.ts'
import { quote, type Quote } from '#model/quote.ts'
import { $cart } from './cart-items.ts'
import { $fees } from './fees.ts'
import { $promo } from './promo.ts'

/** Price of the way of delivery that was chosen, in major units. */
export const $deliveryPrice = atom(0)

export interface CartQuote extends Quote {
  currency: string
}

const $reductionAndDelivery = computed([$promo, $deliveryPrice], (promo, deliveryPrice) => ({
  promo,
  deliveryPrice,
}))

/** What the cart costs, by the same rules that the server charges by; undefined while it is empty. */
export const $quote = computed(
  [$cart, $fees, $reductionAndDelivery],
  (items, fees, { promo, deliveryPrice }): CartQuote | undefined => {
    const currency = items[0]?.currency
    if (!currency) return undefined
    const lines = items.map(({ ticketTypeId, eventId, price, quantity, tax }) => ({
      ticketTypeId,
      eventId,
      priceCents: toCents(price, currency),
      quantity,
      tax,
    }))
    const feeRuleOf = (eventId: string) => {
      const configuration = fees[eventId]
      return configuration ? toFeeRule(configuration, currency) : NO_FEES
    }
    const discount = promo && toDiscount(promo, currency)
    return {
      currency,
      ...quote({ lines, feeRuleOf, discount, deliveryCents: toCents(deliveryPrice, currency) }),
    }
  },
)
