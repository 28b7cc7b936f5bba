import type { TicketOffer } from '#model/catalog/catalog.ts'
import type { Context } from '#server/context.ts'
import { findFeeRules, feeRuleFor } from '#server/pricing/fees/fee-rows.ts'
import { toTicketOffers } from './ticket-offers.ts'
import { listTicketTypesOfEvents } from './ticket-type-rows.ts'

export async function listOffersOfEvents(
  context: Context,
  events: readonly { id: string }[],
): Promise<Map<string, TicketOffer[]>> {
  const now = context.clock.now()
  const eventIds = events.map((event) => event.id)
  const [types, rules] = await Promise.all([
    listTicketTypesOfEvents(context.reads, { eventIds, now: new Date(now) }),
    findFeeRules(context.reads, eventIds),
  ])
  const rows = Map.groupBy(types, (type) => type.event_id)
  return new Map(
    eventIds.map((id) => [
      id,
      toTicketOffers(rows.get(id) ?? [], { feeRule: feeRuleFor(rules, id).rule, now }),
    ]),
  )
}
