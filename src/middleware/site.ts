import { defineMiddleware } from 'astro:middleware'
import { readHost } from '#server/http/host.ts'

/** Which storefront is asked for. The front door has decided it; under `astro dev` there is none. */
export const site = defineMiddleware(({ locals, request, url }, next) => {
  if (import.meta.env.DEV)
    locals.site = locals.context.sites.resolve(readHost(request.headers.get('host') ?? url.host) ?? '')
  return next()
})
