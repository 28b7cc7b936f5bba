import { defineMiddleware } from 'astro/middleware'
import { consoleUrls } from '#contracts/console-urls.ts'

const PREVIEWS = [consoleUrls.sitePreview(), consoleUrls.eventPreview()]

/** Nobody frames a page of ours, but for the previews of a storefront, which are there for nothing else: pages of its own origin may. */
export const framing = defineMiddleware(async ({ request, url }, next) => {
  // Asked for before: the preview is answered with another page.
  const isPreview = request.method === 'POST' && PREVIEWS.includes(url.pathname)
  const response = await next()
  if (!isPreview) return response
  const policy = response.headers.get('content-security-policy')
  if (policy)
    response.headers.set(
      'content-security-policy',
      policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    )
  response.headers.set('x-frame-options', 'SAMEORIGIN')
  return response
})
