import type { EventDetail } from '#model/catalog.ts'
import { formatEventDate } from '#model/event-words.ts'
import type { ShareSubject } from '#model/share-picture.ts'
import type { Site } from '#model/sites.ts'

/** What stands on the picture of a site's own link. */
export function siteSubject({ host, settings }: Site): ShareSubject {
  const { siteName, primaryColor, secondaryColor } = settings
  return {
    id: host,
    title: siteName,
    line: 'Events and tickets',
    siteName: host,
    primaryColor,
    secondaryColor,
  }
}

/** What stands on the picture of an event's link. On the main site it wears its promoter's colours. `now` in milliseconds. */
export function eventSubject(event: EventDetail, { settings }: Site, now: number): ShareSubject {
  const { primaryColor, secondaryColor } = event.promoter
  const line = `${formatEventDate(event, now)} · ${event.venue.name}, ${event.venue.city}`
  return {
    id: event.id,
    title: event.title,
    line,
    siteName: settings.siteName,
    primaryColor,
    secondaryColor,
    ...(event.coverUrl ? { cover: { url: event.coverUrl, focus: event.coverFocus } } : {}),
  }
}
