import { defineMiddleware } from 'astro/middleware'
import { failedPageStatus } from '#server/http/answers/failed-page-status.ts'

/**
 * Responds with an empty 503 when rendering fails. The front door replaces it with the error page, which shows the logged request id
 * (`server/http/pages/pages.ts`). Under `astro dev`, Astro shows the error.
 */
export const handlePageErrors = defineMiddleware(async ({ locals, url }, next) => {
  try {
    return await next()
  } catch (error) {
    if (import.meta.env.DEV) throw error
    locals.context.log.error(
      { err: error, requestId: locals.requestId, path: url.pathname },
      'Rendering a page failed',
    )
    return new Response(null, { status: failedPageStatus(error) })
  }
})
