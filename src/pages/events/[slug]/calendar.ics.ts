import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { pageUrl } from '#layouts/page-url.ts'
import { eventCalendar } from '#server/catalog/calendars/event-calendar.ts'
import { getEvent } from '#server/catalog/listings/get-event.ts'

export const GET: APIRoute = async (request) => {
  const { context, site } = request.locals
  const found = await getEvent(context, { site, params: { idOrSlug: request.params['slug'] ?? '' } })
  if (!found.success) return new Response(null, { status: 404 })
  const event = found.data
  const page = pageUrl(request, urls.event(event.slug))
  return new Response(eventCalendar([{ event, page }], context.clock.now()), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${event.slug}.ics"`,
    },
  })
}
