import type { AstroIntegration } from 'astro'

/**
 * Hands the built pages to the front door as one function from Request to Response (`pages-entry.ts`). Astro's own Node
 * adapter decides host, protocol and client address by headers; here the front door has decided all that before.
 */
export const frontDoorAdapter = (): AstroIntegration => ({
  name: 'foyer:front-door',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'foyer:front-door',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('pages-entry.ts', import.meta.url),
        adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic' },
        supportedAstroFeatures: { serverOutput: 'stable', staticOutput: 'stable', hybridOutput: 'stable' },
      }),
  },
})
