import * as z from 'zod/mini'
import type { EventDetail } from '#model/catalog/catalog.ts'
import { eventFacts, toEventTimes } from '#model/catalog/event-changes.ts'
import { formatMoment } from '#model/catalog/format-event.ts'
import { eventsState, type EventsState, type OrderEvent } from '#model/sales/order-events.ts'
import type { Order } from '#model/sales/orders.ts'
import type { Site } from '#model/sites/sites.ts'
import { listDetailsBeforeChanges } from '#server/catalog/event-changes/change-notification-rows.ts'
import { findEvent } from '#server/catalog/listings/find-event.ts'
import type { Context } from '#server/context.ts'
import { listAdmissions } from '#server/sales/tickets/admission-rows.ts'

export interface OrderView {
  events: OrderEvent[]
  state: EventsState
  /** Time of each ticket's last entry (ISO 8601), by ticket id. */
  admittedAt: ReadonlyMap<string, string>
}

/** Reads the data of an order's page besides the order itself. */
export async function viewOrderEvents(
  context: Context,
  { site, order }: { site: Site; order: Order },
): Promise<OrderView> {
  const titles = new Map(order.items.map((item) => [item.eventId, item.eventTitle]))
  const eventIds = [...titles.keys()]
  const [found, changes, admissions] = await Promise.all([
    Promise.all(eventIds.map((idOrSlug) => findEvent(context, { site, idOrSlug }))),
    listDetailsBeforeChanges(context.reads, { eventIds, since: new Date(order.createdAt) }),
    listAdmissions(
      context.reads,
      order.tickets.map(({ id }) => id),
    ),
  ])
  const now = context.clock.now()
  const before = new Map(changes.map((change) => [change.eventId, change.before]))
  const events = [...titles].map(([id, title], index): OrderEvent => {
    const { event, cancelNote = '' } = found[index] ?? {}
    const plannedFor = event ? formatOldDate(event, before.get(id), now) : ''
    return { id, title: event?.title ?? title, event, cancelNote, plannedFor }
  })
  return {
    events,
    state: eventsState(events, now),
    admittedAt: new Map(admissions.map((each) => [each.ticketId, each.admittedAt.toISOString()])),
  }
}

/** Returns the event's former date, or '' if its start wasn't changed. */
function formatOldDate(event: EventDetail, before: unknown, now: number): string {
  const facts = z.safeParse(eventFacts, before)
  if (!facts.success) return ''
  const { startsAt, timeZone } = toEventTimes(facts.data)
  return Date.parse(startsAt) === Date.parse(event.startsAt) ? '' : formatMoment(startsAt, timeZone, now)
}
