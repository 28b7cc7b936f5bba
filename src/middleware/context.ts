import { defineMiddleware } from 'astro/middleware'
import { parseHostHeader } from '#server/sites/hosts/host.ts'
import { isFromHere } from '#server/messages/delivery/may-read-mailbox.ts'

/**
 * Ensures that `locals` contains the server's context. In production, the front door has set it; under `astro dev`, the first request
 * creates it.
 */
export const setContext = defineMiddleware(async (request, next) => {
  const { locals, url } = request
  const { developmentContext } = await import('#server/development.ts')
  locals.context = await developmentContext()
  locals.requestId = crypto.randomUUID()
  const { clientAddress: address } = request
  locals.isFromHere = isFromHere({ host: parseHostHeader(url.host) ?? '', address, isForwarded: false })
  return next()
})
