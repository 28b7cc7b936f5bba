import { defineMiddleware } from 'astro/middleware'
import { parseHostHeader } from '#server/sites/hosts/host.ts'
import { isFromThisMachine } from '#server/messages/delivery/mailbox-access.ts'

/**
 * Ensures that `locals` contains the server's context. In production, the front door has set it; under `astro dev`, the first request
 * creates it.
 */
export const setContext = defineMiddleware(async (request, next) => {
  const { locals, url } = request
  const { openDevelopmentContext } = await import('#server/development.ts')
  locals.context = await openDevelopmentContext()
  locals.requestId = crypto.randomUUID()
  const { clientAddress: address } = request
  locals.isFromHere = isFromThisMachine({
    host: parseHostHeader(url.host) ?? '',
    address,
    isForwarded: false,
  })
  return next()
})
