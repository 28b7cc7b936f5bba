import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import { packFiles } from './src/server/http/pages/pack-files.ts'

/** `client:settled`: hydrate after load and idle, or on the visitor's first intent, with the tap replayed. */
const directives = {
  name: 'foyer:directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective, command, injectScript }) => {
      addClientDirective({ name: 'settled', entrypoint: './src/elements/settled.ts' })
      // Astro adds what React needs while developing only to pages with islands; the overlays hydrate without one.
      if (command === 'dev') injectScript('page', "import '@vitejs/plugin-react/preamble'")
    },
  },
}

/** Leaves the built files packed as the front door sends them. */
const packedFiles = {
  name: 'foyer:packed-files',
  hooks: { 'astro:build:done': ({ dir }) => packFiles(fileURLToPath(dir)) },
}

/** What accounts are about. Nobody's first tap needs it: it stays out of the chunks of the shop. */
const ACCOUNTS =
  /\/src\/(islands\/account\/|ui\/(PasswordField|Avatar|EmailField|Field|FieldFrame)\.|stores\/(customer|sign-in|account-mails|profile|security|own-orders|link-token|resource|paged-list|latest-request|staff)\.|browser\/(stored-session|session-lock|own-path|link-token|passkeys|read-data-url|staff-session)\.|(contracts\/|model\/(?:[\w-]+\/)+)(accounts|email-typos|sessions|second-factors|people|staff-hint)\.)/

/** What the staff portal alone shows. Its plots' library stays behind a door of its own. */
const PORTAL =
  /\/src\/(islands\/staff\/(?!PlotCanvas)|stores\/staff-|browser\/(download|url-filters)\.|(contracts\/|model\/(?:[\w-]+\/)+)(staff|earnings|members|payouts)\.)/

/** What the console alone shows, or shares with the portal. */
const CONSOLE =
  /\/src\/(islands\/console\/|ui\/DataTable\.|stores\/(console\/|own-promoters|invitation|drafts|edit-conflict|kept-drafts|pause|queue|look-errors|refusal-words|site-)|browser\/(guard-leaving|preview-frame)\.|contracts\/(console\/|console-urls|portal-urls|domains|invitations|refunds)|model\/(?:[\w-]+\/)+(commissions|commission-words|countries|currencies|domains|drafts|event-drafts|fee-payers|fee-terms|hold-alarms|ledger|legal|markdown-bounds|moments|percents|save-states|promo-guessing|receipt-rows|report-spans|scopes|site-names|slugs|status-labels|ticket-types|wall-clock-fields|webhooks|worked-example)\.)/

/** Forms of the portal and the console. */
const FORMS =
  /\/src\/(islands\/(typed-form|moment-words)|model\/platform\/typed-numbers|ui\/DialogHead|browser\/copy-text)\./

const isVisitors = (id) => ![ACCOUNTS, PORTAL, CONSOLE, FORMS].some((area) => area.test(id))

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

const OWN = '?own'

/**
 * A module is in one chunk only, and all schemas are made by the same few of Zod's: what only the console needs of
 * them would come along with the first tap. It has a copy of its own.
 */
const ownSchemas = {
  name: 'foyer:own-schemas',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async resolveId(source, importer = '') {
    const isWithin = importer.endsWith(OWN)
    if (!isWithin && !(source === 'zod/mini' && CONSOLE.test(importer))) return
    const found = await this.resolve(source, isWithin ? importer.slice(0, -OWN.length) : importer, {
      skipSelf: true,
    })
    return found && { id: found.id + OWN, moduleSideEffects: false }
  },
}

/**
 * Few chunks and flat ones: a chunk that imports a chunk costs a slow phone a round trip, and small ones compress badly. What
 * every page runs at once stays apart from what the first tap fetches, and that from React.
 */
const chunks = [
  {
    name: 'page',
    test: /\/src\/(browser\/(cart-events|clock|toast-event|stored-cart|storage|cookies|site-cookies)|model\/sales\/stored-cart)\.ts|\/elements\/(when-idle|page-overlays)\.ts|preload-helper/,
    priority: 4,
  },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  {
    name: 'shop',
    test: (id) =>
      /node_modules\/(zod|nanostores|@nanostores\/persistent)\/|\/src\/(?:(?:stores|browser|contracts)\/|model\/(?:[\w-]+\/)+)(?!answers|buyer-legal-texts|legal|seller-details|after-verification|cart-adoption|cart-details|ticket-details|catalog|categories|event-pictures|line-up|customer-limits|orders|payments|people|colors|sites|wear-brand|web-addresses)[\w-]+\.ts/.test(
        id,
      ) &&
      isVisitors(id) &&
      !id.endsWith(OWN),
    minShareCount: 3,
    priority: 2,
  },
  {
    name: 'cart',
    test: (id) =>
      /\/src\/(islands\/|ui\/(?!TextArea|Select))|node_modules\/@nanostores\/react\//.test(id) &&
      isVisitors(id),
    minShareCount: 2,
    priority: 1,
  },
  // Of the checkout and of the order's page: nobody's first tap needs it.
  {
    name: 'order',
    test: /\/src\/((contracts\/|model\/(?:[\w-]+\/)+)(orders|payments|people|catalog|categories|event-pictures|line-up|customer-limits|buyer-legal-texts|legal-urls)|ui\/(TextArea|Select))\./,
    minShareCount: 2,
    priority: 0.5,
  },
  // Only for a cart that the page doesn't know in full, and for an address with tracking parameters.
  {
    name: 'late',
    test: /\/src\/stores\/(cart-adoption|cart-details|ticket-details)\.ts/,
    priority: 0.4,
  },
  { name: 'tracking', test: /\/src\/stores\/tracking(-data)?\.ts/, priority: 0.4 },
  { name: 'forms', test: FORMS, minShareCount: 2, priority: 0.3 },
  { name: 'schemas', test: /\?own$/, minShareCount: 2, priority: 0 },
  { name: 'account', test: ACCOUNTS, minShareCount: 2, priority: 0 },
  { name: 'portal', test: PORTAL, minShareCount: 2, priority: 0 },
  { name: 'console', test: CONSOLE, minShareCount: 2, priority: 0 },
]

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [directives, packedFiles, react({ experimentalDisableStreaming: true })],
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
    plugins: [ownSchemas, islandIds],
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
