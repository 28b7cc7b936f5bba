import { defineMiddleware } from 'astro/middleware'
import { readHost } from '#server/sites/hosts/host.ts'
import { resolveSite } from '#server/sites/hosts/resolve-site.ts'

/**
 * Sets the site of the request. The front door has set the `host` header to the host that it also uses for the API and the cache. A preview
 * has set its own site.
 */
export const site = defineMiddleware(({ locals, request, url }, next) => {
  if (!locals.isPreview) {
    const host = readHost(request.headers.get('host') ?? url.host) ?? ''
    locals.site = resolveSite(locals.context.sites, host, url.pathname)
  }
  return next()
})
