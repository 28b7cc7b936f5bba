import ical from 'ical-generator'
import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { pageAddress } from '#layouts/page-address.ts'
import { addressOf } from '#model/catalog/event-links.ts'
import { getEvent } from '#server/catalog/listings/get-event.ts'

/** The event as an iCalendar file, with times in UTC. */
export const GET: APIRoute = async (request) => {
  const { context, site } = request.locals
  const found = await getEvent(context, { site, params: { idOrSlug: request.params['slug'] ?? '' } })
  if (!found.success) return new Response(null, { status: 404 })
  const event = found.data
  const page = pageAddress(request, urls.event(event.slug))
  const calendar = ical({ prodId: { company: 'Foyer', product: 'Events', language: 'EN' } })
  calendar.createEvent({
    id: `${event.id}@${site.host}`,
    start: new Date(event.startsAt),
    end: new Date(event.endsAt),
    stamp: new Date(context.clock.now()),
    summary: event.title,
    description: [event.summary, page].filter(Boolean).join('\n\n'),
    location: addressOf(event.venue),
    url: page,
  })
  return new Response(calendar.toString(), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${event.slug}.ics"`,
    },
  })
}
