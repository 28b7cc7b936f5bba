import type { EventDetail, TicketOffer } from '#model/catalog.ts'
import { toFeeConfiguration, type FeeConfiguration, type FeeSource } from '#model/fees.ts'
import type { TaxRule } from '#model/taxes.ts'
import { scopeOf, type Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import { findFeeRules, ruleFor } from '../fees/fee-rows.ts'
import { isLocked } from './event-access.ts'
import { findEventRow, listDeliveryOptions, type EventRow } from './event-rows.ts'
import { toEventDetail } from './event-views.ts'
import { toTicketOffer } from './ticket-offers.ts'
import { listTicketTypesOfEvents } from './ticket-type-rows.ts'

export interface FoundEvent {
  event: EventDetail
  visibility: EventRow['visibility']
  /** Its tickets show once its code is entered: there are no offers here, and no prices. */
  isLocked: boolean
  /** What its promoter says about its cancellation. */
  cancelNote: string
  offers: TicketOffer[]
  fees: { data: FeeConfiguration; source: FeeSource }
  /** By ticket type; those that nothing is taxed of are missing. */
  taxes: ReadonlyMap<string, TaxRule>
}

/** An event in words that are not saved, for its promoter alone. */
export interface EventPreview {
  row: EventRow
  delivery: { method: 'will_call' | 'post'; priceCents: number }[]
}

interface Find {
  site: Site
  idOrSlug: string
  /** What the visitor's browser keeps: the codes that were entered are among it. */
  cookies?: Readonly<Record<string, string>>
  preview?: EventPreview | undefined
}

/** All that an event's page shows, in four statements. Undefined for drafts, and for what this site does not sell. */
export async function findEvent(context: Context, find: Find): Promise<FoundEvent | undefined> {
  const { db } = context
  const { site, idOrSlug, cookies, preview } = find
  const row = preview?.row ?? (await findEventRow(db, { scope: scopeOf(site), idOrSlug }))
  if (!row) return undefined
  const locked = !preview && isLocked(row, cookies)
  const now = context.clock.now()
  const [types, rules, delivery] = await Promise.all([
    listTicketTypesOfEvents(db, { eventIds: [row.id], now: new Date(now) }),
    findFeeRules(db, [row.id]),
    preview?.delivery ?? listDeliveryOptions(db, [row.id]),
  ])
  const { rule, source } = ruleFor(rules, row.id)
  // What is previewed is seen as if it were published.
  const standing = preview ? { event_status: row.status } : {}
  const offers = types.map((type) => toTicketOffer({ ...type, ...standing }, rule, now))
  const event = toEventDetail(row, offers, delivery)
  return {
    event: locked ? { ...event, priceFrom: null, priceTo: null } : event,
    visibility: row.visibility,
    isLocked: locked,
    cancelNote: row.cancel_note,
    offers: locked ? [] : offers,
    fees: { data: toFeeConfiguration(rule, row.currency), source },
    taxes: new Map(types.flatMap(({ id, tax }) => (tax ? [[id, tax] as const] : []))),
  }
}
