import { defineMiddleware } from 'astro:middleware'

/** The front door hands the context in; under `astro dev` there is no front door, and the first request builds it. */
export const context = defineMiddleware(async ({ locals }, next) => {
  if (import.meta.env.DEV) {
    const { developmentContext } = await import('#server/development.ts')
    locals.context = await developmentContext()
    locals.requestId = crypto.randomUUID()
  }
  return next()
})
