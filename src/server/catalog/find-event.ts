import type { EventDetail, TicketOffer } from '#model/catalog.ts'
import { toFeeConfiguration, type FeeConfiguration, type FeeSource } from '#model/fees.ts'
import type { TaxRule } from '#model/taxes.ts'
import { scopeOf, type Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import { findFeeRules, ruleFor } from '../fees/fee-rows.ts'
import { findEventRow, listDeliveryOptions } from './event-rows.ts'
import { toEventDetail } from './event-views.ts'
import { toTicketOffers } from './ticket-offers.ts'
import { listTicketTypesOfEvents, type TicketTypeRow } from './ticket-type-rows.ts'

export interface FoundEvent {
  /** As everybody sees it: hidden ticket types are no part of its prices. */
  event: EventDetail
  /** What everybody sees. */
  offers: TicketOffer[]
  /** The same with what was revealed. */
  shownOffers: TicketOffer[]
  /** Whether there is something that only a code opens. */
  takesCode: boolean
  fees: { data: FeeConfiguration; source: FeeSource }
  /** By ticket type; those that nothing is taxed of are missing. */
  taxes: ReadonlyMap<string, TaxRule>
}

/** Which of an event's hidden ticket types whoever asks may see. */
export type Reveal = (ticketTypeIds: readonly string[]) => Promise<ReadonlySet<string>>

/** All that an event's page shows, in four statements. Undefined for drafts, and for what this site does not sell. */
export async function findEvent(
  context: Context,
  find: { site: Site; idOrSlug: string; reveal?: Reveal | undefined },
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
  const offers = toTicketOffers(types, { feeRule: rule, now })
  const hidden = listHiddenIds(types)
  const revealed = hidden.length > 0 ? await find.reveal?.(hidden) : undefined
  return {
    event: toEventDetail(row, offers, delivery),
    offers,
    shownOffers: revealed ? toTicketOffers(types, { feeRule: rule, now, revealed }) : offers,
    takesCode: hidden.length > 0,
    fees: { data: toFeeConfiguration(rule, row.currency), source },
    taxes: new Map(types.flatMap(({ id, tax }) => (tax ? [[id, tax] as const] : []))),
  }
}

const listHiddenIds = (types: readonly TicketTypeRow[]): string[] =>
  types.filter((type) => type.is_hidden && type.active).map((type) => type.id)
