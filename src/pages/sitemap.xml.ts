import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { pageUrl } from '#layouts/page-url.ts'
import { listSitemapEvents } from '#server/catalog/listings/list-sitemap-events.ts'

/** Lists the home page and the public events. Their URLs contain no characters that XML must escape. */
export const GET: APIRoute = async (request) => {
  const { context, site } = request.locals
  const events = await listSitemapEvents(context, { site })
  const isClosed = site.kind === 'storefront' && site.closed !== undefined
  const pages = [
    ...(isClosed ? [] : [`<url><loc>${pageUrl(request, urls.home())}</loc></url>`]),
    ...events.map(
      ({ slug, changedAt }) =>
        `<url><loc>${pageUrl(request, urls.event(slug))}</loc><lastmod>${changedAt}</lastmod></url>`,
    ),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.join('\n')}</urlset>\n`
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
