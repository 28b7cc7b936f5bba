import type { EventDetail } from '#model/catalog/catalog.ts'

/** An event of an order, as the order's page shows it. */
export interface OrderEvent {
  id: string
  title: string
  /** Undefined while the event is off the site. */
  event: EventDetail | undefined
  /** The promoter's note about the cancellation. */
  cancelNote: string
  /** Original date if it was changed after the order: `Fri 4 Dec, 20:00`. */
  plannedFor: string
}

/** State of all events of an order. Its texts are those of the event if there is only one. */
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
