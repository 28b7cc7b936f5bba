import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { readSignedIn } from '#pages/_visitor.ts'
import { getTicketPaper } from '#server/sales/ticket-papers/get-ticket-paper.ts'

/** Only for holders of the order's id: no caching, no indexing. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

export const GET: APIRoute = async (visit) => {
  const { context, site } = visit.locals
  const id = visit.params['id'] ?? ''
  const tickets = await getTicketPaper(context, { site, id, client: readSignedIn(visit) })
  if (!tickets) return new Response(null, { status: 404 })
  // The order page explains why.
  if (tickets === 'order page') return visit.redirect(urls.order(id), 303)
  if (tickets === 'busy')
    return new Response(null, { status: 503, headers: { ...HEADERS, 'retry-after': '5' } })
  return new Response(tickets.pdf, {
    headers: {
      ...HEADERS,
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="tickets-${tickets.number}.pdf"`,
    },
  })
}
