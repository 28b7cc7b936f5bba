import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { readSignedIn } from '#pages/_visitor.ts'
import { saveToGoogle } from '#server/sales/wallets/google/save-to-google.ts'

/** Only for holders of the order's id: no caching, no indexing. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

export const GET: APIRoute = async (visit) => {
  const { context, site } = visit.locals
  const { id = '', ticketId = '' } = visit.params
  const saved = await saveToGoogle(context, { site, id, ticketId, client: readSignedIn(visit) })
  if (!saved) return new Response(null, { status: 404 })
  // The order page explains why.
  if (saved === 'order page') return visit.redirect(urls.order(id), 303)
  if (saved === 'busy')
    return new Response(null, { status: 503, headers: { ...HEADERS, 'retry-after': '5' } })
  return new Response(null, { status: 303, headers: { ...HEADERS, location: saved.url } })
}
