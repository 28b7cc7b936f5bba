import node from '@astrojs/node'
import react from '@astrojs/react'
import type { AstroIntegration } from 'astro'
import { defineConfig } from 'astro/config'
import foyer from '../astro.config.mjs'

const locals: AstroIntegration = {
  name: 'bench:locals',
  hooks: {
    'astro:config:setup': ({ addMiddleware }) =>
      addMiddleware({ order: 'pre', entrypoint: new URL('astro-defaults-locals.ts', import.meta.url) }),
  },
}

/** Builds Foyer's pages with Astro's defaults: the baseline for rendering. */
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [
    ...(foyer.integrations ?? []).filter(
      (each) => each && 'name' in each && each.name === 'foyer:directives',
    ),
    react(),
    locals,
  ],
  outDir: './node_modules/.cache/foyer-bench/',
})
