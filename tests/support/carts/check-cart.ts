import { isDeepStrictEqual } from 'node:util'
import { toFeeConfiguration } from '#model/fees.ts'
import { saleEntries } from '#model/ledger.ts'
import { toCents, toMajor } from '#model/money.ts'
import type { Discount } from '#model/promo.ts'
import { quote, type Quote } from '#model/quote.ts'
import { toOrderQuote } from '#server/orders/order-view.ts'
import { toPromoCode } from '#server/promo/judge-promo.ts'
import { quoteCart, type CartQuote } from '#stores/quote.ts'
import type { RandomCart } from './random-cart.ts'

/**
 * What is wrong with the prices of a cart, in sentences: the browser shows what the server quotes, line by line, that is what
 * is charged, and the ledger has it whole.
 */
export function checkCart(cart: RandomCart): string[] {
  const { currency } = cart
  const price = quote({
    lines: linesOf(cart),
    feeRuleOf: (eventId) => (eventId === eventOf(1) ? cart.fees[1] : cart.fees[0]),
    discount: discountOf(cart),
    deliveryCents: cart.deliveryCents,
  })
  const shown = quoteShown(cart)
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
  const entries = saleEntries(soldOf(price))
  const { totalCents, tax, fees } = price
  const parts =
    price.subtotalCents -
    price.discountCents +
    fees.totalFeesCents +
    (tax.included ? 0 : tax.taxCents) +
    tax.roundingCents
  const claims: [holds: boolean, otherwise: string][] = [
    [shown?.totalCents === totalCents, `${shown?.totalCents} is shown and ${totalCents} quoted`],
    [
      isDeepStrictEqual(shown && toOrderQuote(shown, currency), toOrderQuote(price, currency)),
      'what is shown and what is quoted have different parts',
    ],
    [
      JSON.parse(JSON.stringify(toMajor(totalCents, currency))) === toMajor(totalCents, currency),
      'the wire changes the total',
    ],
    [
      toCents(toMajor(totalCents, currency), currency) === totalCents,
      `${totalCents} does not come back from major units`,
    ],
    [parts === totalCents, `the parts sum to ${parts}, the order costs ${totalCents}`],
    [totalCents >= 0, `the order costs ${totalCents}`],
    [
      sum(price.lines.map((line) => line.discountCents)) === price.discountCents,
      'lines and order have different discounts',
    ],
    [sum(price.lines.map((line) => line.taxCents)) === tax.taxCents, 'lines and order have different taxes'],
    [sum(tax.rates.map((rate) => rate.taxCents)) === tax.taxCents, 'rates and order have different taxes'],
    [sum(entries.map((entry) => entry.amountCents)) === 0, 'the ledger does not sum to zero'],
    [
      sum(entries.filter((entry) => entry.account === 'buyer').map((entry) => entry.amountCents)) ===
        -totalCents,
      'the buyer’s account has another amount than the order',
    ],
    [
      entries.every((entry) => Number.isSafeInteger(entry.amountCents)),
      'an amount is no whole number of minor units',
    ],
  ]
  return claims.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise]))
}

const eventOf = (event: 0 | 1): string => `event ${event}`
const typeOf = (index: number): string => `type ${index}`

const linesOf = ({ lines, taxes }: RandomCart) =>
  lines.map(({ event, priceCents, quantity, rates }, index) => ({
    ticketTypeId: typeOf(index),
    eventId: eventOf(event),
    priceCents,
    quantity,
    tax: rates.length > 0 ? { ...taxes, rates } : undefined,
  }))

/** As `judgePromo` finds it. A code that covers nothing of a cart is not applied to it. */
function discountOf({ promo, lines }: RandomCart): Discount | undefined {
  if (!promo) return undefined
  const { discount, covers } = promo
  const ticketTypeIds = covers && lines.flatMap((_, index) => (covers[index] ? [typeOf(index)] : []))
  if (ticketTypeIds?.length === 0) return undefined
  if (discount.type === 'fixed') return { ...discount, ticketTypeIds }
  const { type, basisPoints, maxCents } = discount
  return { type, basisPoints, maxCents: maxCents ?? undefined, ticketTypeIds }
}

/** What a browser makes of what it is told, in major units and as JSON. */
function quoteShown(cart: RandomCart): CartQuote | undefined {
  const { currency, fees } = cart
  const told = {
    items: linesOf(cart).map(({ priceCents, tax, ...line }) => ({
      ...line,
      currency,
      price: toMajor(priceCents, currency),
      tax,
    })),
    fees: {
      [eventOf(0)]: toFeeConfiguration(fees[0], currency),
      [eventOf(1)]: toFeeConfiguration(fees[1], currency),
    },
    promo: promoOf(cart),
    deliveryPrice: toMajor(cart.deliveryCents, currency),
  }
  return quoteCart({ promo: undefined, ...JSON.parse(JSON.stringify(told)) })
}

function promoOf(cart: RandomCart): ReturnType<typeof toPromoCode> | undefined {
  const discount = discountOf(cart)
  if (!discount) return undefined
  const isFixed = discount.type === 'fixed'
  const row = {
    id: 'promo',
    code: 'CODE',
    active: true,
    ticketTypeIds: [],
    discountType: discount.type,
    basisPoints: isFixed ? null : discount.basisPoints,
    amountCents: isFixed ? discount.cents : null,
    maxDiscountCents: isFixed ? null : (discount.maxCents ?? null),
    currency: cart.currency,
    reserved: 0,
    used: 0,
  }
  return toPromoCode(row, discount, cart.currency)
}

const soldOf = ({ fees, tax, ...price }: Quote) => ({ ...price, ...fees, taxCents: tax.taxCents })
