import { seededRandom, type SeededRandom } from '#server/demo/seeded-random.ts'
import { dateInDays, toEventMoments } from '#server/demo/moments.ts'
import { personOf, type Person } from '#server/demo/people.ts'
import type { DemoEvent, DemoPromoCode, DemoPromoter, DemoTicketType } from '#server/demo/demo-types.ts'

const HOUR_MS = 3_600_000
const MAX_SALE_MS = 42 * 24 * HOUR_MS

/** A past order. `createdAt` in milliseconds since the epoch. */
export interface PlannedOrder {
  key: string
  event: DemoEvent
  lines: { type: DemoTicketType; quantity: number }[]
  buyer: Person
  createdAt: number
  promo: DemoPromoCode | undefined
}

interface Span {
  from: number
  to: number
}

/** Returns orders, oldest first, that add up to the demo data's sold quantities and promo code uses. */
export function planOrders(promoter: DemoPromoter, now: number): PlannedOrder[] {
  let buyers = 0
  const nextBuyer = (country: string): Person => personOf(country, buyers++)
  const orders = promoter.events
    .flatMap((event) => planEvent(event, nextBuyer, now))
    .toSorted((one, other) => one.createdAt - other.createdAt)
  return usePromoCodes(orders, promoter.promoCodes, now)
}

function planEvent(event: DemoEvent, nextBuyer: (country: string) => Person, now: number): PlannedOrder[] {
  const chance = seededRandom(event.slug)
  const left = new Map(event.ticketTypes.map((type) => [type, type.sold ?? 0]))
  const orders: PlannedOrder[] = []
  const unsold = (): DemoTicketType[] => [...left].flatMap(([type, count]) => (count > 0 ? [type] : []))
  const take = (type: DemoTicketType): { type: DemoTicketType; quantity: number } => {
    const remaining = left.get(type) ?? 0
    const quantity = Math.min(remaining, type.maxPerOrder ?? 10, chance.pick([1, 1, 2, 2, 2, 3, 4]))
    left.set(type, remaining - quantity)
    return { type, quantity }
  }
  for (let types = unsold(); types.length > 0; types = unsold()) {
    const chosen = chooseTypes(event, { types, chance, now })
    orders.push({
      key: `${event.slug} ${orders.length + 1}`,
      event,
      lines: chosen.types.map(take),
      buyer: nextBuyer(event.venue.country),
      createdAt: Math.floor(chosen.span.from + chance.next() * (chosen.span.to - chosen.span.from)),
      promo: undefined,
    })
  }
  return orders
}

function chooseTypes(
  event: DemoEvent,
  from: { types: readonly DemoTicketType[]; chance: SeededRandom; now: number },
): { types: DemoTicketType[]; span: Span } {
  const { chance, now } = from
  const first = chance.pick(from.types)
  const span = saleOf(first, event, now)
  if (span.from >= span.to)
    throw new Error(`“${first.name}” of ${event.slug} was sold before it was on sale.`)
  const partners = from.types
    .filter((type) => type !== first)
    .map((type) => ({ type, span: overlap(span, saleOf(type, event, now)) }))
    .filter((partner) => partner.span.from < partner.span.to)
  if (partners.length === 0 || !chance.happens(0.3)) return { types: [first], span }
  const partner = chance.pick(partners)
  return { types: [first, partner.type], span: partner.span }
}

function saleOf(type: DemoTicketType, event: DemoEvent, now: number): Span {
  const { startsAt } = toEventMoments(event.when, event.timeZone, now)
  const ended = dateInDays(now, type.saleEndsInDays)?.getTime() ?? Infinity
  const to = Math.min(now - HOUR_MS, startsAt.getTime() - HOUR_MS, ended)
  return { from: Math.max(to - MAX_SALE_MS, dateInDays(now, type.saleStartsInDays)?.getTime() ?? 0), to }
}

const overlap = (one: Span, other: Span): Span => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
})

/** Assigns promo codes to orders. Codes for a single event are assigned first, because fewer orders qualify for them. */
function usePromoCodes(orders: PlannedOrder[], codes: readonly DemoPromoCode[], now: number): PlannedOrder[] {
  const used = new Map<PlannedOrder, DemoPromoCode>()
  for (const code of codes.toSorted(
    (one, other) => Number(Boolean(other.eventSlug)) - Number(Boolean(one.eventSlug)),
  )) {
    const uses = code.used ?? 0
    const open = orders.filter((order) => !used.has(order) && mayUse(order, code, now))
    if (open.length < uses)
      throw new Error(`${code.code} is used ${uses} times, but fits only ${open.length} orders.`)
    const spread = open.filter(
      (_, index) => Math.floor((index * uses) / open.length) < Math.floor(((index + 1) * uses) / open.length),
    )
    for (const order of spread) used.set(order, code)
  }
  return orders.map((order) => ({ ...order, promo: used.get(order) }))
}

function mayUse(order: PlannedOrder, code: DemoPromoCode, now: number): boolean {
  const { event, createdAt } = order
  const startsAt = dateInDays(now, code.startsInDays)?.getTime() ?? 0
  const endsAt = dateInDays(now, code.endsInDays)?.getTime() ?? Infinity
  return !event.cancelled && isFor(code, order) && startsAt <= createdAt && createdAt < endsAt
}

const isFor = (code: DemoPromoCode, { event, lines }: PlannedOrder): boolean =>
  (code.currency ?? event.currency) === event.currency &&
  (code.eventSlug ?? event.slug) === event.slug &&
  lines.some(({ type }) => type.price > 0 && (code.ticketTypes?.includes(type.name) ?? true))
