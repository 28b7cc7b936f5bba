import { defineMiddleware } from 'astro/middleware'
import { readHost } from '#server/sites/hosts/host.ts'
import { resolveSite } from '#server/sites/hosts/resolve-site.ts'

/**
 * The `host` header is the host that the front door determined, which it uses for the API and the cache, too. A preview
 * provides its own site.
 */
export const site = defineMiddleware(({ locals, request, url }, next) => {
  if (!locals.isPreview) {
    const host = readHost(request.headers.get('host') ?? url.host) ?? ''
    locals.site = resolveSite(locals.context.sites, host, url.pathname)
  }
  return next()
})
