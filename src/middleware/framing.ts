import { defineMiddleware } from 'astro:middleware'
import { consoleUrls } from '#contracts/console-urls.ts'

/** Nobody frames a page of ours, but for the preview of a storefront, which is there for nothing else: pages of its own origin may. */
export const framing = defineMiddleware(async ({ request, url }, next) => {
  // Asked for before: the preview is answered with another page.
  const isPreview = request.method === 'POST' && url.pathname === consoleUrls.sitePreview()
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
