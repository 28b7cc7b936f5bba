import { defineMiddleware } from 'astro/middleware'
import { readHost } from '#server/sites/hosts/host.ts'
import { isFromHere } from '#server/messages/delivery/may-read-mailbox.ts'

/** Makes sure that `locals` has the server's context. In production the front door has put it there; under `astro dev` the first request creates it. */
export const context = defineMiddleware(async (request, next) => {
  const { locals, url } = request
  const { developmentContext } = await import('#server/development.ts')
  locals.context = await developmentContext()
  locals.requestId = crypto.randomUUID()
  const { clientAddress: address } = request
  locals.isFromHere = isFromHere({ host: readHost(url.host) ?? '', address, isForwarded: false })
  return next()
})
