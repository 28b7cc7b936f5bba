import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CartHold } from '#contracts/shop/carts.ts'
import type { TicketOffer } from '#model/catalog/catalog.ts'
import type { FeeConfiguration } from '#model/pricing/fees.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import type { Order } from '#model/sales/orders.ts'
import type { PaymentOutcome } from '#model/money/payments.ts'
import type { PromoCode } from '#model/pricing/promo.ts'
import { quoteCart, type CartQuote } from '#stores/shop/quote.ts'
import {
  insertEvent,
  insertFees,
  insertPromo,
  insertTerms,
  insertTaxes,
  insertTicketType,
} from '../factories.ts'
import type { World } from '../schedules/world.ts'
import { CARDS, CUSTOMER } from '../shop.ts'
import type { RandomCart } from './random-cart.ts'

interface Stall {
  eventIds: readonly [string, string]
  typeIds: string[]
  promoCode: string | undefined
}

/** Uses the total that a browser would compute. Returns deviations of order, payment and ledger as messages. */
export async function buyCart(world: World, cart: RandomCart): Promise<string[]> {
  const stall = await openStall(world, cart)
  const wrongPrices = await checkOffers(world, { cart, stall })
  if (wrongPrices.length > 0) return wrongPrices
  const cartId = randomUUID()
  const shown = await fillCart(world, { cart, stall, cartId })
  if (!shown) return ['nothing is shown']
  const expectedTotal = toMajor(shown.totalCents, cart.currency)
  const { ask } = world.process
  const placed = await ask<{ order: Order }>('POST', '/api/public/checkout', {
    body: { cartId, customer: CUSTOMER, expectedTotal, promoCode: stall.promoCode, ...deliveryOf(cart) },
    key: randomUUID(),
  })
  if (!placed.success) return [`${expectedTotal} is shown, checkout answers ${JSON.stringify(placed.error)}`]
  const { order } = placed.data
  if (order.total > 0) {
    const paymentMethod = { number: CARDS.good, expiry: '12/40', cvc: '123' }
    const body = { orderId: order.id, paymentMethod }
    const paid = await ask<PaymentOutcome>('POST', '/api/payments/confirm', { body })
    if (paid.data.status !== 'succeeded') return [`the payment of ${order.total} is ${paid.data.status}`]
  }
  return compare(world, { order, shown })
}

async function openStall({ db, promoterId, clock }: World, cart: RandomCart): Promise<Stall> {
  const { currency, deliveryCents } = cart
  await sql`delete from fee_configurations where promoter_id = ${promoterId} and event_id is null`.execute(db)
  const event = async (index: 0 | 1): Promise<string> => {
    const startsAt = new Date(clock.now() + 86_400_000)
    const eventId = await insertEvent(db, { promoterId, startsAt, currency, feesPaidBy: cart.paidBy[index] })
    const places = { event: { promoterId, eventId }, promoter: { promoterId }, default: {} }
    await insertFees(db, { ...places[cart.levels[index]], currency, ...cart.fees[index] })
    if (deliveryCents > 0)
      await sql`
        insert into delivery_options (promoter_id, event_id, method, price_cents)
        values (${promoterId}, ${eventId}, 'post', ${deliveryCents})`.execute(db)
    return eventId
  }
  const eventIds = [await event(0), await event(1)] as const
  await insertTerms(db, { promoterId, currency, ...cart.terms })
  const typeIds: string[] = []
  for (const { event: index, priceCents } of cart.lines)
    typeIds.push(
      await insertTicketType(db, {
        promoterId,
        eventId: eventIds[index],
        priceCents,
        capacity: 1000,
        maxPerOrder: 100,
      }),
    )
  const ratesOf = cart.lines.map((line, index): [string, [string, number][]] => [
    typeIds[index] ?? '',
    line.rates.map((rate) => [rate.name, rate.rateMillionths]),
  ])
  await insertTaxes(db, { promoterId, ...cart.taxes, ticketTypes: Object.fromEntries(ratesOf) })
  return { eventIds, typeIds, promoCode: await putPromo({ db, promoterId }, { cart, typeIds }) }
}

/** Offers whose price differs from the total of a cart with one of them. */
async function checkOffers(
  world: World,
  { cart, stall }: { cart: RandomCart; stall: Stall },
): Promise<string[]> {
  const { ask } = world.process
  const wrong: string[] = []
  for (const eventId of stall.eventIds) {
    const { data: offers } = await ask<TicketOffer[]>('GET', `/api/public/events/${eventId}/tickets`)
    for (const offer of offers) {
      const line = cart.lines[stall.typeIds.indexOf(offer.id)]
      if (!line) return [`${offer.id} is on offer and in no cart`]
      const one = { ...cart, lines: [{ ...line, quantity: 1 }], promo: undefined, deliveryCents: 0 }
      const alone = { ...stall, typeIds: [offer.id], promoCode: undefined }
      const shown = await fillCart(world, { cart: one, stall: alone, cartId: randomUUID() })
      if (shown?.totalCents !== toCents(offer.totalPrice, cart.currency))
        wrong.push(`the offer says ${offer.totalPrice}, a cart with one ${shown?.totalCents}`)
    }
  }
  return wrong
}

/** Undefined for a code that covers nothing in the cart. */
async function putPromo(
  { db, promoterId }: Pick<World, 'db' | 'promoterId'>,
  { cart, typeIds }: { cart: RandomCart; typeIds: readonly string[] },
): Promise<string | undefined> {
  const { promo, currency } = cart
  const covered = typeIds.filter((_, index) => promo?.covers?.[index] ?? true)
  if (!promo || covered.length === 0) return undefined
  const code = `C${randomBytes(6).toString('hex')}`.toUpperCase()
  const { discount } = promo
  const fixed = discount.type === 'fixed' ? { amountCents: discount.cents } : {}
  const id = await insertPromo(db, { promoterId, code, ticketTypeIds: promo.covers ? covered : [], ...fixed })
  const terms =
    discount.type === 'fixed'
      ? { currency }
      : {
          basis_points: discount.basisPoints,
          max_discount_cents: discount.maxCents,
          currency: discount.maxCents === null ? null : currency,
        }
  await db.updateTable('promo_codes').set(terms).where('id', '=', id).execute()
  return code
}

/** Fills the cart and quotes it from the responses. */
async function fillCart(
  { process: { ask } }: World,
  filling: { cart: RandomCart; stall: Stall; cartId: string },
): Promise<CartQuote | undefined> {
  const { cart, stall, cartId } = filling
  const items = cart.lines.map(({ quantity }, index) => ({
    ticketTypeId: stall.typeIds[index] ?? '',
    quantity,
  }))
  const { data } = await ask<CartHold>('PUT', `/api/public/carts/${cartId}`, { body: { items } })
  const fees: Record<string, FeeConfiguration> = {}
  for (const eventId of stall.eventIds)
    fees[eventId] = (
      await ask<FeeConfiguration>('GET', `/api/fee-configuration-for-event?eventId=${eventId}`)
    ).data
  const code = stall.promoCode
  const promo = code
    ? (await ask<PromoCode>('POST', '/api/public/promo-codes/validate', { body: { code, items } })).data
    : undefined
  return quoteCart({
    items: data.items.map(({ eventId, held, ...item }) => ({
      ...item,
      eventId: eventId ?? '',
      quantity: held,
      currency: data.currency ?? '',
    })),
    fees,
    promo,
    deliveryPrice: toMajor(cart.deliveryCents, cart.currency),
  })
}

const deliveryOf = ({ deliveryCents }: RandomCart) =>
  deliveryCents > 0 ? { delivery: { method: 'post', address: 'Somewhere 1' } } : {}

async function compare(
  { db }: World,
  { order, shown }: { order: Order; shown: CartQuote },
): Promise<string[]> {
  const { rows } = await sql<{ total: number; charged: number; given: number; status: string }>`
    select o.total_cents as total, o.status,
      coalesce((select amount_cents from sandbox.intents i where i.metadata ->> 'orderId' = o.id::text), 0) as charged,
      coalesce((
        select -sum(e.amount_cents)::bigint from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.order_id = o.id and e.account = 'buyer'), 0) as given
    from orders o where o.id = ${order.id}`.execute(db)
  const told = toCents(order.total, order.currency)
  const amounts = { shown: shown.totalCents, told, ...rows[0] }
  const { status, ...same } = { status: 'missing', ...amounts }
  const isRight = status === 'paid' && Object.values(same).every((amount) => amount === shown.totalCents)
  return isRight ? [] : [JSON.stringify(amounts)]
}
