import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { pageAddress } from '#layouts/page-address.ts'

/** Excludes personal pages from search engines, and unknown hosts altogether. */
export const GET: APIRoute = (request) => {
  const lines =
    request.locals.site.kind === 'unknown'
      ? ['User-agent: *', 'Disallow: /']
      : [
          'User-agent: *',
          ...[urls.cart(), urls.checkout(), '/orders/', '/account', '/api/'].map(
            (path) => `Disallow: ${path}`,
          ),
          `Sitemap: ${pageAddress(request, urls.sitemap())}`,
        ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
