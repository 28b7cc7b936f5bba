import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright'
import type { StripeServer } from './server.ts'

const API = 'https://api.stripe.com'

/** Script served for https://js.stripe.com/: the part of Stripe.js that Foyer uses, with plain forms in place of frames. */
export function stripeScript(): string {
  const sources = ['stripe-js-elements.ts', 'stripe-js-page.ts'].map((name) =>
    stripTypeScriptTypes(readFileSync(join(import.meta.dirname, name), 'utf8')),
  )
  const script = sources.join('\n').replaceAll(/^import [^']*'[^']*'$|^export (?=\w)/gm, '')
  return `(() => {\n${script}\ninstallStripe(${JSON.stringify(API)})\n})()`
}

/** Routes a browser's requests for Stripe's script and API to the test server. */
export async function serveStripe(
  browser: Pick<BrowserContext, 'route'>,
  server: StripeServer,
): Promise<void> {
  const script = stripeScript()
  await browser.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await browser.route(`${API}/**`, async (route) => {
    const url = route.request().url().replace(API, server.url)
    const response = await route.fetch({ url, maxRedirects: 0 })
    await route.fulfill({ response })
  })
}
