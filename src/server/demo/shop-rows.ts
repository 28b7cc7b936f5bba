import { readFileSync } from 'node:fs'
import { urls } from '#contracts/platform/urls.ts'
import { DEFAULT_REVEAL_HOURS } from '#model/catalog/codes/code-modes.ts'
import { imageUrls, type EventImage } from '#model/catalog/event-images.ts'
import { toFeeRule, type FeeConfiguration } from '#model/pricing/fees.ts'
import { percentToBasisPoints, toCents } from '#model/platform/money.ts'
import { returnColumnsOf } from '#server/catalog/returns/return-offers.ts'
import type { DemoPhoto } from './demo-photos.ts'
import { eventIdOf, promoCodeIdOf, promoterIdOf, ticketTypeIdOf } from './demo-ids.ts'
import { legalTextRowsOf } from './legal-texts.ts'
import { dateInDays, toEventMoments } from './moments.ts'
import { taxRowsOf } from './tax-rows.ts'
import type { DemoEvent, DemoPromoCode, DemoPromoter } from './demo-types.ts'

export function shopRowsOf(promoter: DemoPromoter, context: { now: number; photos: readonly DemoPhoto[] }) {
  const { now, photos } = context
  const { name, slug, events, promoCodes } = promoter
  const promoter_id = promoterIdOf(promoter)
  const verified_at = dateInDays(now, -75)
  return {
    promoter: promoterRow(promoter, now),
    site: {
      promoter_id,
      site_name: name,
      logo_url: `/demo/logos/${slug}.svg`,
      favicon_url: `/demo/logos/${slug}-icon.svg`,
      primary_color: promoter.primaryColor,
      secondary_color: promoter.secondaryColor,
      custom_css: readText(`${slug}/site.css`),
    },
    hosts: [`${slug}.localhost`, promoter.customHost].map((host) => ({ host, promoter_id, verified_at })),
    events: events.map((event) => eventRow(event, { promoter, now, pictures: picturesOf(event, photos) })),
    eventPictures: events.flatMap((event) =>
      imageUrls(picturesOf(event, photos)).map((url) => ({ promoter_id, event_id: eventIdOf(event), url })),
    ),
    ticketTypes: events.flatMap((event) => ticketTypeRows(event, { promoter_id, now })),
    inventory: events.flatMap((event) => inventoryRows(event, promoter_id)),
    deliveryOptions: events.flatMap((event) => deliveryRows(event, promoter_id)),
    fees: [
      ...Object.entries(promoter.fees ?? {}).map(([currency, fees]) =>
        feeRow(fees, { promoter_id, currency }),
      ),
      ...events.flatMap((event) =>
        event.fees
          ? [feeRow(event.fees, { promoter_id, event_id: eventIdOf(event), currency: event.currency })]
          : [],
      ),
    ],
    legalTexts: legalTextRowsOf(promoter, now),
    promoCodes: promoCodes.map((promo) => promoRow(promo, { promoter_id, now })),
    ...taxRowsOf(promoter),
    promoTicketTypes: promoCodes.flatMap((promo) => promoTicketTypeRows(promo, promoter_id)),
  }
}

function promoterRow(promoter: DemoPromoter, now: number) {
  const { name, slug, country, taxes, legal } = promoter
  return {
    id: promoterIdOf(promoter),
    name,
    slug,
    country,
    is_demo: true,
    created_at: dateInDays(now, -80) ?? undefined,
    ...(taxes && { prices_include_tax: taxes.included, tax_rounding: taxes.rounding }),
    ...(legal && { legal_name: legal.name, legal_address: legal.address, tax_id: legal.taxId }),
  }
}

const readText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

function picturesOf(event: DemoEvent, photos: readonly DemoPhoto[]) {
  const filesOf = (place: string): DemoPhoto[] =>
    photos.filter((photo) => photo.slug === event.slug && photo.place === place)
  const picture = (place: string, alt: string): EventImage => ({
    sources: filesOf(place).map(({ width, upload }) => ({ url: urls.upload(upload.name), width })),
    height: filesOf(place).at(-1)?.height ?? 0,
    alt,
  })
  return {
    cover: picture('cover', ''),
    poster: event.poster === undefined ? null : picture('poster', event.poster),
    gallery: (event.gallery ?? []).map((alt, index) => picture(`gallery-${index + 1}`, alt)),
  }
}

const pictureColumns = ({ cover, poster, gallery }: ReturnType<typeof picturesOf>) => ({
  cover_url: cover.sources.at(-1)?.url ?? '',
  cover_sources: JSON.stringify(cover.sources),
  poster: poster && JSON.stringify(poster),
  gallery: JSON.stringify(gallery),
})

function eventRow(
  event: DemoEvent,
  beside: { promoter: DemoPromoter; now: number; pictures: ReturnType<typeof picturesOf> },
) {
  const { promoter, now, pictures } = beside
  const { startsAt, endsAt, doorsAt } = toEventMoments(event.when, event.timeZone, now)
  return {
    id: eventIdOf(event),
    promoter_id: promoterIdOf(promoter),
    slug: event.slug,
    title: event.title,
    summary: event.summary,
    description: readText(`${promoter.slug}/${event.slug}.md`),
    starts_at: startsAt,
    ends_at: endsAt,
    doors_at: doorsAt,
    time_zone: event.timeZone,
    venue_name: event.venue.name,
    street: event.venue.street,
    city: event.venue.city,
    country: event.venue.country,
    currency: event.currency,
    ...pictureColumns(pictures),
    cover_focus_y: event.coverFocusY ?? 50,
    status: event.cancelled ? 'cancelled' : 'published',
    published_at: dateInDays(now, -60),
    age_note: event.ageNote ?? '',
    attendee_names: event.attendeeNames ?? 'optional',
    fees_paid_by: event.feesPaidBy ?? 'buyer',
    ...afterSaleColumns(event),
    category: event.category,
    tags: [...(event.tags ?? [])],
    questions: JSON.stringify(event.questions ?? []),
    line_up: JSON.stringify((event.lineUp ?? []).map((act) => ({ day: 0, time: null, link: '', ...act }))),
  }
}

const afterSaleColumns = ({ codes, returns, currency }: DemoEvent) => ({
  code_mode: codes?.mode ?? 'open',
  code_reveal_hours: codes?.hours ?? DEFAULT_REVEAL_HOURS,
  ...returnColumnsOf({ returns: returns ?? null, currency }),
})

const ticketTypeRows = (event: DemoEvent, beside: { promoter_id: string; now: number }) =>
  event.ticketTypes.map((type, position) => ({
    id: ticketTypeIdOf(event, type),
    promoter_id: beside.promoter_id,
    event_id: eventIdOf(event),
    position,
    name: type.name,
    description: type.description ?? '',
    type: type.type ?? 'standard',
    price_cents: toCents(type.price, event.currency),
    max_per_order: type.maxPerOrder ?? 10,
    sale_starts_at: dateInDays(beside.now, type.saleStartsInDays),
    sale_ends_at: dateInDays(beside.now, type.saleEndsInDays),
    active: !type.paused,
  }))

/** Returns inventory rows. All tickets of a cancelled event are void, so `sold` is 0. */
const inventoryRows = (event: DemoEvent, promoter_id: string) =>
  event.ticketTypes.map((type) => ({
    ticket_type_id: ticketTypeIdOf(event, type),
    promoter_id,
    capacity: type.capacity,
    sold: event.cancelled ? 0 : (type.sold ?? 0),
  }))

const deliveryRows = (event: DemoEvent, promoter_id: string) =>
  Object.entries(event.delivery ?? {}).map(([method, price]) => ({
    promoter_id,
    event_id: eventIdOf(event),
    method,
    price_cents: toCents(price, event.currency),
  }))

function feeRow(
  fees: FeeConfiguration,
  scope: { promoter_id?: string; event_id?: string; currency: string },
) {
  const rule = toFeeRule(fees, scope.currency)
  return {
    promoter_id: scope.promoter_id ?? null,
    event_id: scope.event_id ?? null,
    currency: scope.currency,
    ticket_base_cents: rule.ticketBaseCents,
    ticket_basis_points: rule.ticketBasisPoints,
    order_base_cents: rule.orderBaseCents,
    order_basis_points: rule.orderBasisPoints,
  }
}

function promoRow(promo: DemoPromoCode, beside: { promoter_id: string; now: number }) {
  const { promoter_id, now } = beside
  const cents = (major: number | undefined): number | null =>
    major === undefined || promo.currency === undefined ? null : toCents(major, promo.currency)
  return {
    id: promoCodeIdOf(promoter_id, promo.code),
    promoter_id,
    event_id: promo.eventSlug === undefined ? null : eventIdOf({ slug: promo.eventSlug }),
    code: promo.code,
    discount_type: promo.percent === undefined ? 'fixed' : 'percentage',
    basis_points: promo.percent === undefined ? null : percentToBasisPoints(promo.percent),
    amount_cents: cents(promo.amount),
    currency: promo.currency ?? null,
    max_discount_cents: cents(promo.atMost),
    starts_at: dateInDays(now, promo.startsInDays),
    ends_at: dateInDays(now, promo.endsInDays),
    max_uses: promo.maxUses ?? null,
    max_uses_per_customer: promo.maxUsesPerCustomer ?? null,
    used: promo.used ?? 0,
  }
}

const promoTicketTypeRows = (promo: DemoPromoCode, promoter_id: string) =>
  (promo.ticketTypes ?? []).map((name) => ({
    promoter_id,
    promo_code_id: promoCodeIdOf(promoter_id, promo.code),
    ticket_type_id: ticketTypeIdOf({ slug: promo.eventSlug ?? '' }, { name }),
  }))
