import { defineMiddleware } from 'astro:middleware'

/** Sets `Astro.locals` from serve-astro-defaults.ts, because the standalone adapter passes none. */
export const onRequest = defineMiddleware(({ locals }, next) => {
  Object.assign(locals, globalThis.benchLocals, { requestId: crypto.randomUUID() })
  return next()
})
