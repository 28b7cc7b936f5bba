import type { EventDetail } from '#model/catalog/catalog.ts'

/** An event of an order, as shown on the order's page. */
export interface OrderEvent {
  id: string
  title: string
  /** Data for the event's page; undefined when the page isn't available on the site. */
  event: EventDetail | undefined
  cancelNote: string
  /** Original date, such as `Fri 4 Dec, 20:00`, when it was changed after the order; otherwise ''. */
  plannedFor: string
}

/** State of all events of an order. The texts are those of the event when there is only one. */
export interface EventsState extends Pick<OrderEvent, 'cancelNote' | 'plannedFor'> {
  areCancelled: boolean
  areOver: boolean
}

export function eventsState(events: readonly OrderEvent[], now: number): EventsState {
  const areAll = (is: (event: EventDetail) => boolean): boolean =>
    events.length > 0 && events.every(({ event }) => event !== undefined && is(event))
  const only = events.length === 1 ? events[0] : undefined
  return {
    areCancelled: areAll(({ status }) => status === 'cancelled'),
    areOver: areAll(({ endsAt }) => Date.parse(endsAt) <= now),
    cancelNote: only?.cancelNote ?? '',
    plannedFor: only?.plannedFor ?? '',
  }
}
