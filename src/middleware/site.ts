import { defineMiddleware } from 'astro/middleware'
import { parseHostHeader } from '#server/sites/hosts/host.ts'
import { resolveSite } from '#server/sites/hosts/resolve-site.ts'

/**
 * Sets the site of the request by its `host` header, which the front door has set to the host that it also uses for the API and the cache.
 * Keeps the site that a preview has set.
 */
export const setSite = defineMiddleware(({ locals, request, url }, next) => {
  if (!locals.isPreview) {
    const host = parseHostHeader(request.headers.get('host') ?? url.host) ?? ''
    locals.site = resolveSite(locals.context.sites, host, url.pathname)
  }
  return next()
})
