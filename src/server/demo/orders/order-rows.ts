import { buyerFeeRule } from '#model/pricing/fee-payers.ts'
import { calculatePlatformShare, type PlatformShare } from '#model/pricing/platform-terms.ts'
import { NO_FEES, toFeeRule, type FeeRule } from '#model/pricing/fees.ts'
import { percentToBasisPoints, toCents } from '#model/platform/money.ts'
import type { Discount } from '#model/pricing/promo.ts'
import { calculateQuote, type PricedLine, type Quote } from '#model/pricing/quote.ts'
import { seededRandom, deriveCode, deriveId, type SeededRandom } from '#server/demo/seeded-random.ts'
import { eventIdOf, promoCodeIdOf, promoterIdOf, ticketTypeIdOf } from '#server/demo/demo-ids.ts'
import { trackingLinkOf } from '#server/demo/links.ts'
import { toEventMoments } from '#server/demo/moments.ts'
import { moneyRowsOf, paidAt, refundedAt } from './money-rows.ts'
import { personOf } from '#server/demo/people.ts'
import type { PlannedOrder } from './plan-orders.ts'
import { taxRuleOf } from '#server/demo/tax-rows.ts'
import type { TermsRow } from '#server/pricing/terms/terms-rows.ts'
import type { DemoEvent, DemoPromoCode, DemoPromoter } from '#server/demo/demo-types.ts'

const MINUTE_MS = 60_000

type DefaultFees = Readonly<Record<string, FeeRule>>
type DefaultTerms = readonly TermsRow[]

export function orderRowsOf(
  planned: PlannedOrder,
  context: { promoter: DemoPromoter; defaults: DefaultFees; terms: DefaultTerms; now: number },
) {
  const { promoter, now } = context
  const { event, key } = planned
  const chance = seededRandom(key)
  const delivery = chooseDelivery(event, chance)
  const price = priceOf(planned, {
    promoter,
    feeRule: buyerFeeRule(feeRuleOf(event, promoter, context.defaults), event.feesPaidBy ?? 'buyer'),
    deliveryCents: delivery.cents,
  })
  const terms = termsFor(planned, context.terms)
  const share = calculatePlatformShare(price, terms)
  const id = deriveId('order', key)
  const promoter_id = promoterIdOf(promoter)
  const attendees = attendeesOf(planned, price.lines, chance)
  const admissions = price.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line))
  const ticketIds = admissions.map((_, position) => deriveId('ticket', key, String(position)))
  const isPast = toEventMoments(event.when, event.timeZone, now).endsAt.getTime() < now
  return {
    order: orderRow(planned, {
      id,
      promoter_id,
      price,
      share,
      delivery: delivery.chosen,
      chance,
      terms_id: terms?.id ?? null,
    }),
    items: itemRows(planned, { id, promoter_id, price, share }),
    attendees: attendees.map((attendee, position) => ({ order_id: id, position, promoter_id, ...attendee })),
    tickets: admissions.map((line, position) => ({
      id: ticketIds[position],
      promoter_id,
      order_id: id,
      position,
      event_id: line.eventId,
      ticket_type_id: line.ticketTypeId,
      code: deriveCode(10, 'ticket', key, String(position)).replace(/^.{5}/, '$&-'),
      holder: nameOf(attendees[position]) || `${planned.buyer.firstName} ${planned.buyer.lastName}`,
      status: event.cancelled ? 'void' : isPast && chance.happens(0.88) ? 'used' : 'valid',
      created_at: paidAt(planned),
      voided_at: event.cancelled ? refundedAt(planned) : null,
    })),
    ...moneyRowsOf(planned, { id, promoter_id, price, share, ticketIds }),
  }
}

const itemRows = (
  planned: PlannedOrder,
  { id, promoter_id, price, share }: { id: string; promoter_id: string; price: Quote; share: PlatformShare },
) =>
  price.lines.map((line, position) => ({
    order_id: id,
    position,
    promoter_id,
    event_id: line.eventId,
    ticket_type_id: line.ticketTypeId,
    name: planned.lines[position]?.type.name ?? '',
    quantity: line.quantity,
    price_cents: line.priceCents,
    ticket_fee_cents: line.ticketFeeCents,
    absorbed_fee_cents: (share.lineCents[position] ?? 0) - line.ticketFeeCents,
    discount_cents: line.discountCents,
    tax_cents: line.taxCents,
  }))

function orderRow(
  planned: PlannedOrder,
  parts: {
    id: string
    promoter_id: string
    price: Quote
    share: PlatformShare
    terms_id: number | null
    delivery: unknown
    chance: SeededRandom
  },
) {
  const { event, buyer, promo, key } = planned
  const { id, promoter_id, price, share, terms_id, chance } = parts
  const tracking_link_id = trackingLinkOf(planned) ?? null
  return {
    id,
    number: deriveCode(8, 'order', key),
    promoter_id,
    cart_id: deriveId('cart', key),
    idempotency_key: 'demo',
    status: event.cancelled ? 'refunded' : 'paid',
    currency: event.currency,
    subtotal_cents: price.subtotalCents,
    discount_cents: price.discountCents,
    ticket_fees_cents: price.fees.ticketFeesCents,
    order_fees_cents: price.fees.orderFeesCents,
    delivery_fee_cents: price.fees.deliveryFeeCents,
    absorbed_fees_cents: share.totalCents - price.fees.ticketFeesCents - price.fees.orderFeesCents,
    tax_cents: price.tax.taxCents,
    tax_included: price.tax.included,
    rounding_cents: price.tax.roundingCents,
    total_cents: price.totalCents,
    refunded_cents: event.cancelled ? price.totalCents : 0,
    promo_code_id: promo ? promoCodeIdOf(promoter_id, promo.code) : null,
    promo_code: promo?.code ?? null,
    first_name: buyer.firstName,
    last_name: buyer.lastName,
    email: buyer.email,
    delivery: JSON.stringify(parts.delivery),
    answers: JSON.stringify(answer(event, 'order', chance)),
    tracking_link_id,
    tracked_at: tracking_link_id === null ? null : new Date(planned.createdAt - 5 * MINUTE_MS),
    created_at: new Date(planned.createdAt),
    expires_at: new Date(planned.createdAt + 10 * MINUTE_MS),
    paid_at: paidAt(planned),
    terms_id,
  }
}

function priceOf(
  planned: PlannedOrder,
  terms: { promoter: DemoPromoter; feeRule: FeeRule; deliveryCents: number },
): Quote {
  const { event, promo } = planned
  return calculateQuote({
    lines: planned.lines.map(({ type, quantity }) => ({
      ticketTypeId: ticketTypeIdOf(event, type),
      eventId: eventIdOf(event),
      priceCents: toCents(type.price, event.currency),
      quantity,
      tax: taxRuleOf(terms.promoter, event, type),
    })),
    feeRuleOf: () => terms.feeRule,
    discount: promo && discountOf(promo, event),
    deliveryCents: terms.deliveryCents,
  })
}

const termsFor = ({ event, createdAt }: PlannedOrder, terms: DefaultTerms): TermsRow | undefined =>
  terms.find(
    ({ currency, effectiveFrom }) => currency === event.currency && effectiveFrom.getTime() <= createdAt,
  )

function feeRuleOf(event: DemoEvent, promoter: DemoPromoter, defaults: DefaultFees): FeeRule {
  const fees = event.fees ?? promoter.fees?.[event.currency]
  return fees ? toFeeRule(fees, event.currency) : (defaults[event.currency] ?? NO_FEES)
}

function discountOf(promo: DemoPromoCode, event: DemoEvent): Discount {
  const ticketTypeIds = promo.ticketTypes?.map((name) => ticketTypeIdOf(event, { name }))
  if (promo.percent === undefined)
    return { type: 'fixed', cents: toCents(promo.amount ?? 0, event.currency), ticketTypeIds }
  const maxCents = promo.atMost === undefined ? undefined : toCents(promo.atMost, event.currency)
  return { type: 'percentage', basisPoints: percentToBasisPoints(promo.percent), maxCents, ticketTypeIds }
}

function chooseDelivery(
  event: DemoEvent,
  chance: SeededRandom,
): { chosen: { method: string; address?: string }; cents: number } {
  const { will_call, post } = event.delivery ?? {}
  if (post !== undefined && chance.happens(0.15)) {
    return {
      chosen: { method: 'post', address: `12 High Street\n${event.venue.city}` },
      cents: toCents(post, event.currency),
    }
  }
  if (will_call !== undefined && chance.happens(0.15)) {
    return { chosen: { method: 'will_call' }, cents: toCents(will_call, event.currency) }
  }
  return { chosen: { method: 'e_ticket' }, cents: 0 }
}

/** Returns the names on the tickets: the buyer's, then friends'. Where names are optional, half of the orders have none. */
function attendeesOf(planned: PlannedOrder, lines: readonly PricedLine[], chance: SeededRandom) {
  const { event, buyer } = planned
  const namesRule = event.attendeeNames ?? 'optional'
  const isNamed = namesRule === 'required' || (namesRule === 'optional' && chance.happens(0.5))
  const nobody = { firstName: '', lastName: '', email: '' }
  return lines
    .flatMap((line) => Array.from({ length: line.quantity }, () => line.ticketTypeId))
    .map((ticket_type_id, index) => {
      const friend = personOf(event.venue.country, Math.floor(chance.next() * 600))
      const person = isNamed ? (index === 0 ? buyer : friend) : nobody
      return {
        ticket_type_id,
        first_name: person.firstName,
        last_name: person.lastName,
        email: index === 0 ? person.email : '',
        answers: JSON.stringify(answer(event, 'attendee', chance)),
      }
    })
}

const nameOf = (attendee: { first_name: string; last_name: string } | undefined): string =>
  attendee ? `${attendee.first_name} ${attendee.last_name}`.trim() : ''

const NOTES = ['', '', '', 'Vegetarian, please', 'I come with a wheelchair', 'It is a birthday surprise']

function answer(event: DemoEvent, scope: 'order' | 'attendee', chance: SeededRandom): Record<string, string> {
  const answers = (event.questions ?? [])
    .filter((question) => question.scope === scope)
    .map((question): [string, string] => {
      if (question.kind === 'choice') return [question.id, chance.pick(question.choices)]
      if (question.kind === 'checkbox') return [question.id, chance.happens(0.3) ? 'yes' : '']
      return [question.id, chance.pick(NOTES)]
    })
  return Object.fromEntries(answers.filter(([, text]) => text !== ''))
}
