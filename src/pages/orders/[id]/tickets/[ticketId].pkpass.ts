import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { readSignedIn } from '#pages/_visitor.ts'
import { getApplePass } from '#server/sales/wallets/apple/get-apple-pass.ts'

/** Only for holders of the order's id: no caching, no indexing. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

export const GET: APIRoute = async (visit) => {
  const { context, site } = visit.locals
  const { id = '', ticketId = '' } = visit.params
  const pass = await getApplePass(context, { site, id, ticketId, client: readSignedIn(visit) })
  if (!pass) return new Response(null, { status: 404 })
  // The order page explains why.
  if (pass === 'order page') return visit.redirect(urls.order(id), 303)
  if (pass === 'busy') return new Response(null, { status: 503, headers: { ...HEADERS, 'retry-after': '5' } })
  return new Response(pass, {
    headers: {
      ...HEADERS,
      'content-type': 'application/vnd.apple.pkpass',
      'content-disposition': 'attachment; filename="ticket.pkpass"',
    },
  })
}
