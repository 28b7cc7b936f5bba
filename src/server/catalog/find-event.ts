import type { EventDetail, TicketOffer } from '#model/catalog.ts'
import { toFeeConfiguration, type FeeConfiguration, type FeeSource } from '#model/fees.ts'
import type { TaxRule } from '#model/taxes.ts'
import { scopeOf, type Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import { findFeeRules, ruleFor } from '../fees/fee-rows.ts'
import { findEventRow, listDeliveryOptions } from './event-rows.ts'
import { toEventDetail } from './event-views.ts'
import { toTicketOffer } from './ticket-offers.ts'
import { listTicketTypesOfEvents } from './ticket-type-rows.ts'

export interface FoundEvent {
  event: EventDetail
  offers: TicketOffer[]
  fees: { data: FeeConfiguration; source: FeeSource }
  /** By ticket type; those that nothing is taxed of are missing. */
  taxes: ReadonlyMap<string, TaxRule>
}

/** All that an event's page shows, in four statements. Undefined for drafts, and for what this site does not sell. */
export async function findEvent(
  context: Context,
  find: { site: Site; idOrSlug: string },
): Promise<FoundEvent | undefined> {
  const { db } = context
  const row = await findEventRow(db, { scope: scopeOf(find.site), idOrSlug: find.idOrSlug })
  if (!row) return undefined
  const now = context.clock.now()
  const [types, rules, delivery] = await Promise.all([
    listTicketTypesOfEvents(db, { eventIds: [row.id], now: new Date(now) }),
    findFeeRules(db, [row.id]),
    listDeliveryOptions(db, [row.id]),
  ])
  const { rule, source } = ruleFor(rules, row.id)
  const offers = types.map((type) => toTicketOffer(type, rule, now))
  return {
    event: toEventDetail(row, offers, delivery),
    offers,
    fees: { data: toFeeConfiguration(rule, row.currency), source },
    taxes: new Map(types.flatMap(({ id, tax }) => (tax ? [[id, tax] as const] : []))),
  }
}
