import { defineMiddleware } from 'astro/middleware'
import { consoleUrls } from '#contracts/platform/console-urls.ts'

const PREVIEWS = [consoleUrls.sitePreview(), consoleUrls.eventPreview()]

/** Prevents other sites from showing pages in a frame. Previews may be framed by pages of the same origin. */
export const setFramePolicy = defineMiddleware(async ({ request, url }, next) => {
  // The method and path are read before rendering, because a preview is rewritten to another page.
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
