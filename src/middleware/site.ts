import { defineMiddleware } from 'astro/middleware'
import { readHost } from '#server/sites/hosts/host.ts'
import { resolveSite } from '#server/sites/hosts/resolve-site.ts'

/**
 * The front door resolves it for the API and the cache, too; the `host` header contains its result. A preview provides its
 * own site.
 */
export const site = defineMiddleware(({ locals, request, url }, next) => {
  if (!locals.isPreview) {
    const host = readHost(request.headers.get('host') ?? url.host) ?? ''
    locals.site = resolveSite(locals.context.sites, host, url.pathname)
  }
  return next()
})
