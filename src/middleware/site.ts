import { defineMiddleware } from 'astro:middleware'
import { readHost } from '#server/http/host.ts'

/** Which storefront is asked for: the host decides, from memory, on every request. */
export const site = defineMiddleware((request, next) => {
  const { locals } = request
  locals.site = locals.context.sites.resolve(
    readHost(request.request.headers.get('host') ?? request.url.host) ?? '',
  )
  return next()
})
