import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { packFiles } from './pack-files.ts'

/**
 * Hands the built pages to the front door as one function from Request to Response (`pages-entry.ts`). Astro's own Node
 * adapter decides host, protocol and client address by headers; here the front door has decided all that before. Files are
 * packed as the front door sends them.
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
    'astro:build:done': ({ dir }) => packFiles(fileURLToPath(dir)),
  },
})
