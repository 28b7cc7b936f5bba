import { defineMiddleware } from 'astro:middleware'
import { readHost } from '#server/http/host.ts'
import { resolveSite } from '#server/sites/resolve-site.ts'

/** Which storefront is asked for. The front door has decided it; under `astro dev` there is none. */
export const site = defineMiddleware(({ locals, request, url }, next) => {
  if (import.meta.env.DEV) {
    const host = readHost(request.headers.get('host') ?? url.host) ?? ''
    locals.site = resolveSite(locals.context.sites, host, url.pathname)
  }
  return next()
})
