import type { EventDetail, TicketOffer } from '#model/catalog/catalog.ts'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import { toFeeConfiguration, type FeeConfiguration, type FeeSource } from '#model/pricing/fees.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'
import { siteScopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { findFeeRules, feeRuleFor } from '#server/pricing/fees/fee-rows.ts'
import { isEventLocked } from '#server/catalog/access/event-access.ts'
import { findEventRow, listDeliveryOptions, type EventRow } from './event-rows.ts'
import { toEventDetail } from './event-views.ts'
import { toTicketOffers } from './ticket-offers.ts'
import { listTicketTypesOfEvents, type TicketTypeRow } from './ticket-type-rows.ts'
import type { HiddenTicketType } from '#server/catalog/access/unlocked-ticket-type-rows.ts'

export interface FoundEvent {
  /** Public view, in which prices exclude hidden ticket types. */
  event: EventDetail
  visibility: EventRow['visibility']
  /** True until the access code is entered. Until then, there are no offers or prices. */
  isLocked: boolean
  cancelNote: string
  offers: TicketOffer[]
  shownOffers: TicketOffer[]
  /** Time of the first publication; null for a previewed draft. */
  publishedAt: string | null
  isHeld: boolean
  takesCode: boolean
  fees: { data: FeeConfiguration; source: FeeSource }
  /** Tax rules by ticket type id. Untaxed ticket types have no entry. */
  taxes: ReadonlyMap<string, TaxRule>
}

export interface EventPreview {
  row: EventRow
  feesPaidBy: FeesPaidBy
  delivery: { method: 'will_call' | 'post'; priceCents: number }[]
}

/** Returns the ids of the hidden ticket types that the visitor has unlocked. */
export type FindUnlockedTypes = (hidden: readonly HiddenTicketType[]) => Promise<ReadonlySet<string>>

interface Find {
  site: Site
  idOrSlug: string
  cookies?: Readonly<Record<string, string>> | undefined
  preview?: EventPreview | undefined
  reveal?: FindUnlockedTypes | undefined
}

/**
 * Returns everything that an event's page shows, in four queries. Undefined for drafts and events that aren't sold on
 * this site.
 */
export async function findEvent(context: Context, find: Find): Promise<FoundEvent | undefined> {
  const { reads } = context
  const { site, idOrSlug, cookies, preview } = find
  const row = preview?.row ?? (await findEventRow(reads, { scope: siteScopeOf(site), idOrSlug }))
  if (!row) return undefined
  const now = context.clock.now()
  const [types, rules, delivery] = await readTerms(reads, { eventId: row.id, preview, now })
  const { rule, source } = feeRuleFor(rules, row.id)
  // A preview shows a draft as if it were published.
  const seen = preview ? types.map((type) => ({ ...type, event_status: row.status })) : types
  const terms = { feeRule: rule, now }
  const offers = toTicketOffers(seen, terms)
  const event = toEventDetail(row, offers, delivery)
  const about = {
    visibility: row.visibility,
    cancelNote: row.cancel_note,
    publishedAt: row.published_at?.toISOString() ?? null,
    isHeld: types.some(({ held }) => held > 0),
    fees: { data: toFeeConfiguration(rule, row.currency), source },
    taxes: new Map(types.flatMap(({ id, tax }) => (tax ? [[id, tax] as const] : []))),
  }
  if (!preview && isEventLocked(context, row, cookies)) {
    const unpriced = { ...event, priceFrom: null, priceTo: null }
    return { ...about, isLocked: true, event: unpriced, offers: [], shownOffers: [], takesCode: false }
  }
  const hidden = listHiddenTypes(types)
  const revealed = await revealedOf(hidden, find.reveal)
  const shownOffers = revealed ? toTicketOffers(seen, { ...terms, revealed }) : offers
  return { ...about, isLocked: false, event, offers, shownOffers, takesCode: hidden.length > 0 }
}

const readTerms = (
  reads: Context['reads'],
  { eventId, preview, now }: { eventId: string; preview: EventPreview | undefined; now: number },
) =>
  Promise.all([
    listTicketTypesOfEvents(reads, { eventIds: [eventId], now: new Date(now) }),
    findFeeRules(reads, [eventId], preview?.feesPaidBy),
    preview?.delivery ?? listDeliveryOptions(reads, [eventId]),
  ])

const revealedOf = async (hidden: readonly HiddenTicketType[], reveal: FindUnlockedTypes | undefined) =>
  hidden.length > 0 ? reveal?.(hidden) : undefined

const listHiddenTypes = (types: readonly TicketTypeRow[]): HiddenTicketType[] =>
  types
    .filter((type) => type.is_hidden && type.active)
    .map((type) => ({ promoterId: type.promoter_id, ticketTypeId: type.id, eventId: type.event_id }))
