import { defineMiddleware } from 'astro:middleware'

/** The standalone adapter hands pages no locals: what serve-astro-defaults.ts has opened comes to them this way. */
export const onRequest = defineMiddleware(({ locals }, next) => {
  Object.assign(locals, globalThis.benchLocals, { requestId: crypto.randomUUID() })
  return next()
})
