import { defineMiddleware } from 'astro:middleware'
import { readHost } from '#server/http/host.ts'
import { isFromHere } from '#server/mail/may-read-mailbox.ts'

/** The front door hands the context in; under `astro dev` there is no front door, and the first request builds it. */
export const context = defineMiddleware(async ({ locals, url, clientAddress }, next) => {
  if (import.meta.env.DEV) {
    const { developmentContext } = await import('#server/development.ts')
    locals.context = await developmentContext()
    locals.requestId = crypto.randomUUID()
    locals.isFromHere = isFromHere({
      host: readHost(url.host) ?? '',
      address: clientAddress,
      isForwarded: false,
    })
  }
  return next()
})
