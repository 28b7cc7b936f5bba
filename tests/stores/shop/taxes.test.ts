import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewCartItem } from '#model/sales/cart.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import type { Order } from '#model/sales/orders.ts'
import { toTaxes } from '#model/sales/receipt-rows.ts'
import { showCart } from '#server/sales/cart/show-cart.ts'
import { findEvent } from '#server/catalog/listings/find-event.ts'
import { findOrderView, type OrderViewRow } from '#server/sales/orders/order-rows.ts'
import { toOrder } from '#server/sales/orders/order-view.ts'
import {
  insertEvent,
  insertFees,
  insertPromo,
  insertTaxes,
  insertTerms,
  insertTicketType,
} from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS } from '#tests/support/shop.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import type { CartQuote } from '#stores/shop/quote.ts'
import { loadStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

let shop: BrowserShop
let stores: Awaited<ReturnType<typeof loadStores>>

beforeAll(async () => {
  shop = await openBrowserShop()
  await insertPromo(shop.context.db, { promoterId: shop.promoterId, code: 'SEVENTH', percent: 14.3 })
  await insertTerms(shop.context.db, { currency: 'BHD' })
})
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
  stores = await loadStores()
  stores.$quote.listen(() => undefined)
  vi.spyOn(window.location, 'assign').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
afterAll(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  vi.unstubAllGlobals()
  await shop.close()
})

const STACK = [
  ['State tax', 40_000],
  ['City tax', 45_000],
  ['MTA tax', 3750],
] as const
const VAT = [['VAT', 190_000]] as const

interface Terms {
  currency: string
  included: boolean
  rounding: 'per_line' | 'per_rate' | 'keep_gross'
}

const CASES = [true, false].flatMap((included) =>
  (['per_line', 'per_rate', 'keep_gross'] as const).flatMap((rounding) =>
    ['JPY', 'EUR', 'BHD'].map((currency): Terms => ({ included, rounding, currency })),
  ),
)

/** Creates an event with odd prices, each with its own tax rates, and one untaxed. */
async function putOn({ currency, ...terms }: Terms): Promise<NewCartItem[]> {
  const { db } = shop.context
  const { promoterId } = shop
  const startsAt = new Date('2026-12-05T20:00:00Z')
  const eventId = await insertEvent(db, { promoterId, startsAt, currency, attendeeNames: 'none' })
  await insertFees(db, {
    promoterId,
    eventId,
    currency,
    ticketBaseCents: 17,
    ticketBasisPoints: 333,
    orderBaseCents: 5,
  })
  const prices = [999, 3333, 1234, 777]
  const types = await Promise.all(
    prices.map((priceCents, index) =>
      insertTicketType(db, { promoterId, eventId, priceCents, name: `Type ${index}` }),
    ),
  )
  const rates = [VAT, STACK, VAT, []]
  await insertTaxes(db, {
    ...terms,
    promoterId,
    ticketTypes: Object.fromEntries(types.map((id, index) => [id, rates[index] ?? []])),
  })
  const site = shop.context.sites.resolve(shop.host)
  const found = await findEvent(shop.context, { site, idOrSlug: eventId })
  if (!found) throw new Error('The event is not there.')
  const { event, offers, taxes } = found
  // Data that the event's page passes to the cart.
  return types.map((ticketTypeId, index) => ({
    ticketTypeId,
    eventId,
    price: offers.find((offer) => offer.id === ticketTypeId)?.price ?? 0,
    quantity: index + 1,
    maxPerOrder: 10,
    name: `Type ${index}`,
    eventTitle: event.title,
    eventSlug: event.slug,
    eventStartsAt: event.startsAt,
    timeZone: event.timeZone,
    promoterId,
    currency,
    tax: taxes.get(ticketTypeId),
  }))
}

async function fillCart(items: NewCartItem[]): Promise<number> {
  await stores.addToCart(items)
  await stores.loadMissingFees()
  await stores.applyPromo('SEVENTH')
  await stores.loadEvents()
  fillForm()
  return shownCents()
}

const card = () =>
  stores.payByCard(() => ({ card: { number: CARDS.good, expiry: '12/30', cvc: '123' }, errors: {} }))

function fillForm(): void {
  stores.writeDraftField('customer.firstName', 'Ada')
  stores.writeDraftField('customer.lastName', 'Lovelace')
  stores.writeDraftField('customer.email', 'ada@example.com')
}

async function buy(): Promise<{ order: OrderViewRow; view: Order }> {
  const cartId = stores.readOrCreateCartId()
  await stores.submitCheckout(card())
  expect(stores.$checkout.get()).toEqual({ stage: 'leaving', errors: {} })
  const { rows } = await sql<{ id: string }>`
    select id from orders where cart_id = ${cartId} and status = 'paid'`.execute(shop.context.db)
  const order = await findOrderView(shop.context.db, rows[0]?.id ?? '')
  if (!order) throw new Error('Nothing was bought.')
  return { order, view: await toOrder(shop.context, order) }
}

function shownQuote(): CartQuote {
  const price = stores.$quote.get()
  if (!price) throw new Error('The cart shows no price.')
  return price
}

const shownCents = (): number => shownQuote().totalCents

/** The provider's charge and Foyer's ledger. */
async function readBooks(orderId: string) {
  const { rows } = await sql`
    select i.amount_cents as charged, p.amount_cents as asked,
      (select sum(e.amount_cents)::int from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.order_id = p.order_id and e.account = 'buyer') as buyer,
      (select sum(e.amount_cents)::int from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.order_id = p.order_id and e.account = 'taxes') as taxes
    from payments p join sandbox.intents i on i.id = p.intent_id where p.order_id = ${orderId}`.execute(
    shop.context.db,
  )
  return rows
}

describe.each(CASES)('taxes included: $included, $rounding, $currency', (terms) => {
  it('the shown price is quoted, charged and booked', async () => {
    const items = await putOn(terms)
    const shown = await fillCart(items)
    const { tax, lines } = shownQuote()
    expect(tax.included).toBe(terms.included)
    expect(tax.rates.map((rate) => rate.name)).toEqual(['VAT', 'State tax', 'City tax', 'MTA tax'])
    // The page without JavaScript.
    const site = shop.context.sites.resolve(shop.host)
    const plain = await showCart(shop.context, {
      site,
      cartId: stores.readOrCreateCartId(),
      promoCode: 'SEVENTH',
    })
    expect({ ...plain?.priceWith(0), currency: terms.currency }).toEqual(shownQuote())
    const { order, view } = await buy()
    expect(order).toMatchObject({
      totalCents: shown,
      taxIncluded: tax.included,
      taxCents: tax.taxCents,
      roundingCents: tax.roundingCents,
      taxes: tax.rates,
      items: lines.map(({ taxCents, discountCents }) => ({ taxCents, discountCents })),
    })
    // The order page only displays stored values.
    expect(view.tax && toTaxes(view.tax, terms.currency)).toEqual(tax)
    expect(await readBooks(order.id)).toEqual([
      { charged: shown, asked: shown, buyer: -shown, taxes: tax.taxCents },
    ])
  })
})

it('a changed rule is a new price: the cart applies it, and the order shows it', async () => {
  const terms: Terms = { included: true, rounding: 'per_line', currency: 'EUR' }
  const [item, ...others] = await putOn(terms)
  if (!item) throw new Error('Nothing is sold.')
  const shown = await fillCart([item, ...others])
  await sql`update promoters set prices_include_tax = false where id = ${shop.promoterId}`.execute(
    shop.context.db,
  )
  await stores.submitCheckout(card())
  await waitFor(() => expect(stores.$quote.get()?.tax.included).toBe(false))
  const { change } = stores.$checkout.get()
  expect(change).toMatchObject({ shownTotal: toMajor(shown, 'EUR'), quote: { tax: { included: false } } })
  expect(change?.quote.tax?.rates.length).toBe(4)
  expect(shownCents()).toBeGreaterThan(shown)
  expect(shownCents()).toBe(toCents(change?.quote.total ?? 0, 'EUR'))
  const now = shownCents()
  expect((await buy()).order.totalCents).toBe(now)
})

it('a stored cart has the same quote after a reload', async () => {
  const shown = await fillCart(await putOn({ included: false, rounding: 'keep_gross', currency: 'EUR' }))
  stores = await loadStores()
  stores.$quote.listen(() => undefined)
  await stores.loadMissingFees()
  expect(shownCents()).toBe(shown)
})
