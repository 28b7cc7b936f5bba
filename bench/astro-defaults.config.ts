import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import foyer from '../astro.config.mjs'

/** Foyer's pages built as Astro builds them when nobody asks for anything: what the page's rendering is held against. */
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [
    ...(foyer.integrations ?? []).filter(
      (each) => each && 'name' in each && each.name === 'foyer:directives',
    ),
    react(),
  ],
  outDir: './node_modules/.cache/foyer-bench/',
})
