import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import { dropDescriptions } from './scripts/drop-descriptions.ts'
import { planChunks } from './scripts/plan-chunks.ts'
import { shareInlineStyles } from './scripts/share-inline-styles.ts'
import { compressFiles } from './src/server/http/pages/compress-files.ts'

/** `client:settled`: hydrate after load and idle, or on the visitor's first intent, with the tap replayed. */
const directives = {
  name: 'foyer:directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective, command, injectScript }) => {
      addClientDirective({ name: 'settled', entrypoint: '#elements/platform/settled.ts' })
      // Astro adds what React needs while developing only to pages with islands; the overlays hydrate without one.
      if (command === 'dev') injectScript('page', "import '@vitejs/plugin-react/preamble'")
    },
  },
}

/** Leaves the built files packed as the front door sends them. */
const packedFiles = {
  name: 'foyer:packed-files',
  hooks: { 'astro:build:done': ({ dir }) => compressFiles(fileURLToPath(dir)) },
}

const sharedStyles = {
  name: 'foyer:shared-styles',
  hooks: {
    'astro:build:done': ({ dir }) => shareInlineStyles(fileURLToPath(new URL('../server/chunks/', dir))),
  },
}

const plan = planChunks()
/** Chunk of a module of `src/`, by its id. */
const chunkOf = (id) => plan.chunkOf.get(relative(import.meta.dirname, id.split('?')[0]))

/**
 * Gives React's ids on the server the island's prefix, as in the browser: otherwise labels and links refer to ids that the page doesn't
 * have. Without streaming, @astrojs/react leaves it out.
 */
const islandIds = {
  name: 'foyer:island-ids',
  apply: 'build',
  transform: {
    filter: { id: /@astrojs\/react\/dist\/server\.js$/ },
    handler: (code) => {
      const call = 'ReactDOM.renderToString(vnode)'
      if (!code.includes(call)) throw new Error('@astrojs/react has changed: is this plugin still needed?')
      return code.replace(call, 'ReactDOM.renderToString(vnode, renderOptions)')
    },
  },
}

/**
 * Hashes the inline scripts and styles of a page for its Content-Security-Policy at once instead of by WebCrypto, whose jobs in another thread cost 37
 * to 75 µs of CPU each, compared to 2 to 14 µs for texts of 100 to 22,000 bytes.
 */
const policyHashes = {
  name: 'foyer:policy-hashes',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform: {
    filter: { id: /astro\/dist\/core\/encryption\.js$/ },
    handler: (code) => {
      const call = 'await crypto.subtle.digest(algorithm, encoder.encode(data))'
      if (!code.includes(call)) throw new Error('Astro has changed: is this plugin still needed?')
      return `import { hash as hashText } from 'node:crypto'\n${code.replace(call, "hashText(algorithm, data, 'buffer')")}`
    },
  },
}

/**
 * Stylesheets of staff's pages, by their file. Pages contain their CSS so that visitors needn't wait for it. Staff open many pages with the same
 * 30 KB, which Astro would also keep once per page in the server's memory.
 */
const linkedStyles = new Set()
const OF_STAFF = /\/src\/styles\/(?:console|operator|portal)\//
const findLinkedStyles = {
  name: 'foyer:linked-styles',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      for (const { viteMetadata, modules = {} } of Object.values(bundle))
        if (Object.keys(modules).some((id) => OF_STAFF.test(id)))
          for (const file of viteMetadata?.importedCss ?? []) linkedStyles.add(file)
    },
  },
}

const OWN = '?own'

/** Chunks of applications, which visitors don't load. */
const APPLICATIONS = new Set(['door', 'console'])

/**
 * Gives the console and the door their own copy of Zod. A module is in one chunk, so that the parts of Zod's schemas that only they use would
 * otherwise be part of the shop's chunk.
 */
const ownSchemas = {
  name: 'foyer:own-schemas',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async resolveId(source, importer = '') {
    const isWithin = importer.endsWith(OWN)
    if (!isWithin && !(source === 'zod/mini' && APPLICATIONS.has(chunkOf(importer)))) return
    const found = await this.resolve(source, isWithin ? importer.slice(0, -OWN.length) : importer, {
      skipSelf: true,
    })
    return found && { id: found.id + OWN, moduleSideEffects: false }
  },
}

/** Keeps the descriptions of contracts out of the browser's code. Runs after Vite has removed the types. */
const contractsWithoutDescriptions = {
  name: 'foyer:contracts-without-descriptions',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/src\/contracts\// },
    handler(code) {
      return { code: dropDescriptions(code, this.parse), map: null }
    },
  },
}

/**
 * Few chunks with few imports: an import costs a round trip, and small chunks compress worse. A group takes the modules that at least
 * `minShareCount` pages and dynamic imports load, and the packages that these import; other modules are bundled with their page.
 */
const chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, minShareCount: 1 },
  { name: 'schemas', test: /\?own$/, minShareCount: 2 },
  ...[...new Set(plan.chunkOf.values())].map((name) => ({
    name,
    test: (id) => chunkOf(id) === name || (name === 'page' && id.includes('preload-helper')),
    minShareCount: plan.onDemand.has(name) ? 1 : 2,
  })),
].map((group, index, { length }) => ({ ...group, priority: length - index }))

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [directives, packedFiles, sharedStyles, react({ experimentalDisableStreaming: true })],
  session: false,
  fetchFile: null,
  trailingSlash: 'never',
  compressHTML: 'jsx',
  build: { inlineStylesheets: 'auto', assets: '_astro' },
  image: {
    service: passthroughImageService(),
    endpoint: { route: '/_image', entrypoint: './src/pages/_no-pictures.ts' },
  },
  devToolbar: { enabled: false },
  vite: {
    plugins: [findLinkedStyles, ownSchemas, islandIds, policyHashes, contractsWithoutDescriptions],
    build: { assetsInlineLimit: (file) => (file.endsWith('.css') ? !linkedStyles.has(file) : undefined) },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
      // @nanostores/persistent looks for a `localStorage` as it loads, and Node warns whoever does.
      ssr: { define: { localStorage: 'undefined' }, resolve: { noExternal: ['@nanostores/persistent'] } },
    },
  },
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
