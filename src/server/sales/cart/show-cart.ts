import type { BuyerLegalText } from '#model/sites/buyer-legal-texts.ts'
import type { DescribedItem } from '#model/sales/cart.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import type { FeeRule } from '#model/pricing/fees.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import { toDiscount, type PromoCode } from '#model/pricing/promo.ts'
import { calculateQuote, type Quote } from '#model/pricing/quote.ts'
import type { Result } from '#model/platform/result.ts'
import type { Site } from '#model/sites/sites.ts'
import { getEvent } from '#server/catalog/listings/get-event.ts'
import { findTicketTypes } from '#server/catalog/listings/ticket-type-rows.ts'
import type { Context } from '#server/context.ts'
import { findFeeRules, feeRuleFor } from '#server/pricing/fees/fee-rows.ts'
import { validatePromo } from '#server/sales/promo/validate-promo.ts'
import type { Visitor } from '#server/use-case.ts'
import { listBuyerLegalTexts } from '#server/catalog/listings/list-buyer-legal-texts.ts'
import { getCart } from './get-cart.ts'

export interface ShownCart {
  cartId: string
  currency: string
  expiresInMs: number
  items: DescribedItem[]
  events: EventDetail[]
  legalTexts: BuyerLegalText[]
  promo?: PromoCode
  promoRefusal?: string
  /** Computes the price by the rules for orders. `deliveryPrice` is in major units. */
  priceWith: (deliveryPrice: number) => Quote
}

/** Returns the content and price of a cart. Undefined for a cart that is empty, expired or of another site. */
export async function showCart(
  context: Context,
  find: { site: Site; cartId: string; promoCode?: string | undefined; client?: Visitor },
): Promise<ShownCart | undefined> {
  const { site, cartId, promoCode, client } = find
  const held = await getCart(context, { site, params: { cartId } })
  if (!held.success || held.data.currency === null || held.data.expiresInMs === null) return undefined
  const { currency, expiresInMs } = held.data
  const events = await readEvents(context, site, held.data.items)
  const items = await readItems(context, held.data.items, events)
  const rules = await findFeeRules(
    context.reads,
    events.map((event) => event.id),
  )
  const judged = await checkPromo(context, { site, promoCode, items, client })
  return {
    cartId,
    currency,
    expiresInMs,
    items,
    events,
    legalTexts: await readLegalTexts(context, site, events),
    ...(judged?.success ? { promo: judged.data } : {}),
    ...(judged && !judged.success ? { promoRefusal: judged.error.message } : {}),
    priceWith: (deliveryPrice) =>
      price({
        currency,
        items,
        promo: judged?.success ? judged.data : undefined,
        deliveryPrice,
        feeRuleOf: (eventId) => feeRuleFor(rules, eventId).rule,
      }),
  }
}

type Held = readonly { ticketTypeId: string; eventId: string | null; held: number; price: number }[]

async function readEvents(context: Context, site: Site, held: Held): Promise<EventDetail[]> {
  const ids = new Set(held.flatMap((item) => item.eventId ?? []))
  const found = await Promise.all(
    [...ids].map((idOrSlug) => getEvent(context, { site, params: { idOrSlug } })),
  )
  return found.flatMap((event) => (event.success ? [event.data] : []))
}

async function readLegalTexts(
  context: Context,
  site: Site,
  [first]: readonly EventDetail[],
): Promise<BuyerLegalText[]> {
  const found = first && (await listBuyerLegalTexts(context, { site, params: { id: first.id } }))
  return found?.success ? found.data.texts : []
}

async function readItems(
  context: Context,
  held: Held,
  events: readonly EventDetail[],
): Promise<DescribedItem[]> {
  const ids = held.map((item) => item.ticketTypeId)
  const types = await findTicketTypes(context.reads, { ids, now: new Date(context.clock.now()) })
  return held.flatMap((item): DescribedItem[] => {
    const type = types.get(item.ticketTypeId)
    const event = events.find((each) => each.id === item.eventId)
    if (!type || !event) return []
    return [
      {
        id: item.ticketTypeId,
        ticketTypeId: item.ticketTypeId,
        eventId: event.id,
        name: type.name,
        price: item.price,
        quantity: item.held,
        totalPrice: toMajor(toCents(item.price, event.currency) * item.held, event.currency),
        maxPerOrder: type.max_per_order,
        eventTitle: event.title,
        eventSlug: event.slug,
        eventStartsAt: event.startsAt,
        timeZone: event.timeZone,
        promoterId: event.promoter.id,
        currency: event.currency,
        ...(type.tax ? { tax: type.tax } : {}),
      },
    ]
  })
}

async function checkPromo(
  context: Context,
  ask: {
    site: Site
    promoCode: string | undefined
    items: readonly DescribedItem[]
    client: Visitor | undefined
  },
): Promise<Result<PromoCode> | undefined> {
  const { site, promoCode: code, items, client } = ask
  return code ? validatePromo(context, { site, body: { code, items: [...items] }, client }) : undefined
}

function price(of: {
  currency: string
  items: readonly DescribedItem[]
  promo: PromoCode | undefined
  deliveryPrice: number
  feeRuleOf: (eventId: string) => FeeRule
}): Quote {
  const { currency, items, promo, deliveryPrice, feeRuleOf } = of
  return calculateQuote({
    lines: items.map(({ ticketTypeId, eventId, price: each, quantity, tax }) => ({
      ticketTypeId,
      eventId,
      priceCents: toCents(each, currency),
      quantity,
      tax,
    })),
    feeRuleOf,
    discount: promo && toDiscount(promo, currency),
    deliveryCents: toCents(deliveryPrice, currency),
  })
}
