import ical, { ICalEventStatus } from 'ical-generator'
import type { EventDetail } from '#model/catalog/catalog.ts'
import { formatVenue } from '#model/catalog/event-links.ts'

export interface CalendarEntry {
  event: Pick<EventDetail, 'id' | 'title' | 'summary' | 'startsAt' | 'endsAt' | 'venue' | 'status'>
  /** URL of the event's page. */
  page: string
}

/** Formats events as an iCalendar file, with times in UTC. An event has the same id on all hosts, so that a newer file replaces it. */
export function eventCalendar(entries: readonly CalendarEntry[], now: number): string {
  const calendar = ical({ prodId: { company: 'Foyer', product: 'Events', language: 'EN' } })
  for (const { event, page } of entries)
    calendar.createEvent({
      id: event.id,
      status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : null,
      start: new Date(event.startsAt),
      end: new Date(event.endsAt),
      stamp: new Date(now),
      summary: event.title,
      description: [event.summary, page].filter(Boolean).join('\n\n'),
      location: formatVenue(event.venue),
      url: page,
    })
  return calendar.toString()
}
