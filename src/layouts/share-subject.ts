import type { EventDetail } from '#model/catalog/catalog.ts'
import { formatEventDate } from '#model/catalog/format-event.ts'
import type { ShareSubject } from '#model/catalog/share-image.ts'
import type { Site } from '#model/sites/sites.ts'

export function siteShareSubject({ host, settings }: Site): ShareSubject {
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

/** Content of the share image of an event. On the main site, it has the promoter's colours. `now` in milliseconds since 1970. */
export function eventShareSubject(event: EventDetail, { settings }: Site, now: number): ShareSubject {
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
