import { defineMiddleware } from 'astro/middleware'
import { readHost } from '#server/http/host.ts'
import { resolveSite } from '#server/sites/resolve-site.ts'

/**
 * Which site a page is for: what its host stands for. The front door has looked the same up, for the API and the cache; what it has decided
 * on as the host is the header here. A preview brings the site that it previews.
 */
export const site = defineMiddleware(({ locals, request, url }, next) => {
  if (!locals.isPreview) {
    const host = readHost(request.headers.get('host') ?? url.host) ?? ''
    locals.site = resolveSite(locals.context.sites, host, url.pathname)
  }
  return next()
})
