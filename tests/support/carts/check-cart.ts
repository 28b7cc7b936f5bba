import { isDeepStrictEqual } from 'node:util'
import { buyerFeeRule } from '#model/pricing/fee-payers.ts'
import { calculatePlatformShare, type PlatformShare } from '#model/pricing/platform-terms.ts'
import { NO_FEES, toFeeConfiguration, type FeeRule } from '#model/pricing/fees.ts'
import { saleEntries } from '#model/money/ledger.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import type { Discount } from '#model/pricing/promo.ts'
import { calculateQuote, type Quote } from '#model/pricing/quote.ts'
import { toTicketOffers } from '#server/catalog/listings/ticket-offers.ts'
import type { TicketTypeRow } from '#server/catalog/listings/ticket-type-rows.ts'
import { toOrderQuote } from '#server/sales/orders/order-view.ts'
import { toPromoCode } from '#server/sales/promo/check-promo.ts'
import { quoteCart, type CartQuote } from '#stores/shop/quote.ts'
import type { RandomCart } from './random-cart.ts'

/** Browser and server agree on each line from the first price to the ledger, and no later figure is higher. */
export function checkCart(cart: RandomCart): string[] {
  const price = priceOf(cart)
  return [
    ...checkTotals(cart, price),
    ...checkParts(price),
    ...checkLedger(cart, price),
    ...checkFirstPrices(cart),
    ...checkNeverRising(cart),
  ]
}

type Claim = [holds: boolean, otherwise: string]
const failuresOf = (claims: readonly Claim[]): string[] =>
  claims.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise]))
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

const priceOf = (cart: RandomCart): Quote =>
  calculateQuote({
    lines: linesOf(cart),
    feeRuleOf: (eventId) => buyerRuleOf(cart, eventId),
    discount: discountOf(cart),
    deliveryCents: cart.deliveryCents,
  })

function checkTotals(cart: RandomCart, price: Quote): string[] {
  const { currency } = cart
  const { totalCents } = price
  const shown = quoteShown(cart)
  return failuresOf([
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
    [totalCents >= 0, `the order costs ${totalCents}`],
  ])
}

function checkParts({ totalCents, tax, fees, lines, ...price }: Quote): string[] {
  const parts =
    price.subtotalCents -
    price.discountCents +
    fees.totalFeesCents +
    (tax.included ? 0 : tax.taxCents) +
    tax.roundingCents
  return failuresOf([
    [parts === totalCents, `the parts sum to ${parts}, the order costs ${totalCents}`],
    [
      sum(lines.map((line) => line.discountCents)) === price.discountCents,
      'lines and order have different discounts',
    ],
    [sum(lines.map((line) => line.taxCents)) === tax.taxCents, 'lines and order have different taxes'],
    [sum(tax.rates.map((rate) => rate.taxCents)) === tax.taxCents, 'rates and order have different taxes'],
  ])
}

/** The buyer pays the total, the platform gets its share by the terms, and the ledger sums to zero. */
function checkLedger(cart: RandomCart, price: Quote): string[] {
  const { terms } = cart
  const share = calculatePlatformShare(price, terms)
  const sold = { ...soldOf(price, share), taxesRemittedBy: terms.taxesRemittedBy }
  const entries = saleEntries(sold)
  const has = (account: string): number =>
    sum(entries.filter((entry) => entry.account === account).map((entry) => entry.amountCents))
  const other = saleEntries({ ...soldOf(priceOf({ ...cart, fees: [NO_FEES, NO_FEES] }), share), ...terms })
  const whateverCharged = other.find(({ account }) => account === 'platform_fees')?.amountCents ?? 0
  return failuresOf([
    [sum(entries.map((entry) => entry.amountCents)) === 0, 'the ledger does not sum to zero'],
    [has('buyer') === -price.totalCents, 'the buyer’s account has another amount than the order'],
    [
      has('platform_fees') === share.totalCents && whateverCharged === share.totalCents,
      `the platform gets ${has('platform_fees')}, or ${whateverCharged} without fees, of ${share.totalCents}`,
    ],
    [
      has(terms.taxesRemittedBy === 'platform' ? 'platform_taxes' : 'taxes') === price.tax.taxCents,
      'the taxes go to the wrong account',
    ],
    [
      [share.totalCents, ...share.lineCents].every((cents) => cents >= 0),
      'the platform takes a negative share',
    ],
    [
      price.subtotalCents > price.discountCents || share.totalCents === 0,
      'the platform takes a share of a free order',
    ],
    [
      entries.every((entry) => Number.isSafeInteger(entry.amountCents)),
      'an amount is no whole number of minor units',
    ],
  ])
}

/** A row's price is the total of an order of one; the add button's is that of the selection. */
function checkFirstPrices(cart: RandomCart): string[] {
  const { currency } = cart
  const bare = { ...cart, promo: undefined, deliveryCents: 0 }
  return [0, 1].flatMap((event) => {
    const lines = cart.lines.filter((line) => line.event === event)
    if (lines.length === 0) return []
    const one = lines.map((line) => ({ ...bare, lines: [{ ...line, quantity: 1 }] }))
    const offers = toTicketOffers(one.map(rowOf), { feeRule: buyerRuleOf(cart, eventOf(event)), now: 0 })
    const rows = offers.map((offer, index): Claim => {
      const { totalCents } = priceOf(one[index] ?? bare)
      return [
        toCents(offer.totalPrice, currency) === totalCents,
        `the row says ${offer.totalPrice}, an order of one costs ${totalCents}`,
      ]
    })
    const chosen = { ...bare, lines }
    const [button, charged] = [quoteShown(chosen)?.totalCents, priceOf(chosen).totalCents]
    return failuresOf([
      ...rows,
      [button === charged, `the button says ${button}, the order costs ${charged}`],
    ])
  })
}

/** Neither a promo code nor a promoter who pays more of the fees makes a selection more expensive. */
function checkNeverRising(cart: RandomCart): string[] {
  const totalOf = (changed: Partial<RandomCart>): number => priceOf({ ...cart, ...changed }).totalCents
  const [reduced, whole] = [totalOf({}), totalOf({ promo: undefined })]
  const [none, half, all] = (['promoter', 'split', 'buyer'] as const).map((payer) =>
    totalOf({ paidBy: [payer, payer] }),
  )
  return failuresOf([
    [reduced <= whole, `${whole} becomes ${reduced} with a promo code`],
    [Number(none) <= Number(half) && Number(half) <= Number(all), `fees: ${none}, ${half}, ${all}`],
  ])
}

const fullRuleOf = ({ fees }: RandomCart, eventId: string): FeeRule =>
  eventId === eventOf(1) ? fees[1] : fees[0]
const buyerRuleOf = (cart: RandomCart, eventId: string): FeeRule =>
  buyerFeeRule(fullRuleOf(cart, eventId), eventId === eventOf(1) ? cart.paidBy[1] : cart.paidBy[0])

/** Ticket type of a cart's only line. */
function rowOf(cart: RandomCart, index: number): TicketTypeRow {
  const [line] = linesOf(cart)
  return {
    id: `type ${index}`,
    promoter_id: 'promoter',
    event_id: line?.eventId ?? '',
    name: '',
    description: '',
    type: 'standard',
    price_cents: line?.priceCents ?? 0,
    min_per_order: 1,
    max_per_order: 10,
    max_per_customer: null,
    is_hidden: false,
    follows_id: null,
    sale_starts_at: null,
    sale_ends_at: null,
    active: true,
    currency: cart.currency,
    event_title: '',
    event_status: 'published',
    event_ends_at: new Date(1),
    tax: line?.tax ?? null,
    capacity: 1,
    held: 0,
    sold: 0,
    pool_id: null,
    pool_capacity: null,
  }
}

const eventOf = (event: number): string => `event ${event}`
const typeOf = (index: number): string => `type ${index}`

const linesOf = ({ lines, taxes }: RandomCart) =>
  lines.map(({ event, priceCents, quantity, rates }, index) => ({
    ticketTypeId: typeOf(index),
    eventId: eventOf(event),
    priceCents,
    quantity,
    tax: rates.length > 0 ? { ...taxes, rates } : undefined,
  }))

/** Result of `judgePromo`; undefined for a code that covers nothing. */
function discountOf({ promo, lines }: RandomCart): Discount | undefined {
  if (!promo) return undefined
  const { discount, covers } = promo
  const ticketTypeIds = covers && lines.flatMap((_, index) => (covers[index] ? [typeOf(index)] : []))
  if (ticketTypeIds?.length === 0) return undefined
  if (discount.type === 'fixed') return { ...discount, ticketTypeIds }
  const { type, basisPoints, maxCents } = discount
  return { type, basisPoints, maxCents: maxCents ?? undefined, ticketTypeIds }
}

/** The browser's quote from JSON in major units. */
function quoteShown(cart: RandomCart): CartQuote | undefined {
  const { currency } = cart
  const told = {
    items: linesOf(cart).map(({ priceCents, tax, ...line }) => ({
      ...line,
      currency,
      price: toMajor(priceCents, currency),
      tax,
    })),
    fees: {
      [eventOf(0)]: toFeeConfiguration(buyerRuleOf(cart, eventOf(0)), currency),
      [eventOf(1)]: toFeeConfiguration(buyerRuleOf(cart, eventOf(1)), currency),
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

const soldOf = ({ fees, tax, ...price }: Quote, share: PlatformShare) => ({
  ...price,
  ...fees,
  platformShareCents: share.totalCents,
  taxCents: tax.taxCents,
})
