import type { APIRoute } from 'astro'
import { cookieHeaders } from '#server/http/set-cookies.ts'
import { openShortLink } from '#server/sales/tracking-links/open-short-link.ts'
import { readClient } from '#pages/_visitor.ts'

export const GET: APIRoute = async (request) => {
  const { context, site } = request.locals
  const client = readClient(request)
  const { location, cookie } = await openShortLink(context, {
    site,
    client,
    code: request.params['code'] ?? '',
  })
  const answer = new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store' },
  })
  for (const header of cookieHeaders(cookie ? [cookie] : [], client.origin))
    answer.headers.append('Set-Cookie', header)
  return answer
}
