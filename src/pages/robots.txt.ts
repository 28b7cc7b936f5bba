import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { pageUrl } from '#layouts/page-url.ts'

/** Generates robots.txt, which keeps search engines away from personal pages, and from all pages of unknown hosts. */
export const GET: APIRoute = (request) => {
  const lines =
    request.locals.site.kind === 'unknown'
      ? ['User-agent: *', 'Disallow: /']
      : [
          'User-agent: *',
          ...[urls.cart(), urls.checkout(), '/orders/', '/account', '/api/'].map(
            (path) => `Disallow: ${path}`,
          ),
          `Sitemap: ${pageUrl(request, urls.sitemap())}`,
        ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
