import { defineMiddleware } from 'astro/middleware'
import { brokenStatus } from '#server/http/broken-status.ts'

/**
 * Writes down why a page broke, under the number that the visitor is shown. An empty 503 makes the front door answer with the page for an
 * outage (`server/http/pages.ts`). Under `astro dev` Astro shows it better.
 */
export const breakdown = defineMiddleware(async ({ locals, url }, next) => {
  try {
    return await next()
  } catch (error) {
    if (import.meta.env.DEV) throw error
    locals.context.log.error(
      { err: error, requestId: locals.requestId, path: url.pathname },
      'Rendering a page failed',
    )
    return new Response(null, { status: brokenStatus(error) })
  }
})
