import { atom, computed } from 'nanostores'
import { isDescribed, type DescribedItem } from '#model/sales/cart.ts'
import { NO_FEES, toFeeRule } from '#model/pricing/fees.ts'
import { toCents } from '#model/platform/money.ts'
import { toDiscount, type PromoCode } from '#model/pricing/promo.ts'
import { calculateQuote, type Quote } from '#model/pricing/quote.ts'
import { $cart } from './cart-items.ts'
import { $fees, type FeesByEvent } from './fees.ts'
import { $promo } from './promo-code.ts'
import './promo-recheck.ts'

/** Price of the selected delivery method, in major units. */
export const $deliveryPrice = atom(0)

export interface CartQuote extends Quote {
  currency: string
}

const $reductionAndDelivery = computed([$promo, $deliveryPrice], (promo, deliveryPrice) => ({
  promo,
  deliveryPrice,
}))

export const $quote = computed([$cart, $fees, $reductionAndDelivery], (items, fees, more) =>
  items.every(isDescribed) ? quoteCart({ items, fees, ...more }) : undefined,
)

/** Price of the items; undefined without items or while the fees of an event are missing. */
export function quoteCart(input: {
  items: readonly Pick<
    DescribedItem,
    'ticketTypeId' | 'eventId' | 'price' | 'quantity' | 'currency' | 'tax'
  >[]
  fees: FeesByEvent
  promo: PromoCode | undefined
  deliveryPrice: number
}): CartQuote | undefined {
  const { items, fees, promo, deliveryPrice } = input
  const currency = items[0]?.currency
  if (!currency || items.some(({ eventId }) => !fees[eventId])) return undefined
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
    ...calculateQuote({ lines, feeRuleOf, discount, deliveryCents: toCents(deliveryPrice, currency) }),
  }
}
