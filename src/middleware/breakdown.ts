import { defineMiddleware } from 'astro/middleware'
import { brokenStatus } from '#server/http/answers/broken-status.ts'

/**
 * The front door replaces the empty 503 by the error page, which shows the logged request id (`server/http/pages/pages.ts`).
 * Under `astro dev` the error is left to Astro.
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
