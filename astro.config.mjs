import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'

/** `client:settled`: hydrate after load and idle, or on the visitor's first intent, with the tap replayed. */
const directives = {
  name: 'foyer:directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'settled', entrypoint: './src/elements/settled.ts' })
    },
  },
}

export default defineConfig({
  output: 'server',
  // No page takes more than a small form.
  adapter: node({ mode: 'middleware', bodySizeLimit: 65_536 }),
  integrations: [directives, react({ experimentalDisableStreaming: true })],
  session: false,
  fetchFile: null,
  trailingSlash: 'never',
  compressHTML: 'jsx',
  build: { inlineStylesheets: 'auto', assets: '_astro' },
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  server: { port: 4321, allowedHosts: ['.localhost'] },
  security: {
    // The front door compares Origin with the host for every unsafe method, JSON included.
    checkOrigin: false,
    allowedDomains: [],
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
    },
  },
})
