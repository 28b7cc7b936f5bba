import type { Page, Response } from 'playwright'
import { addButton, drawer, moreButton, panel } from './browsing.ts'
import { brotli } from './event-page.ts'

/** Time after which islands that hydrate on idle have hydrated. */
const SETTLED = 'networkidle'

interface Asset {
  kind: 'script' | 'stylesheet' | 'document'
  /** Transfer size. */
  bytes: number
  phase: Phase
}

type Phase = 'until load' | 'when idle' | 'first add to cart' | 'view cart'

/** Transfer sizes of an event page in bytes, brotli. */
export interface PageWeight {
  html: number
  css: number
  inline: number
  /** JavaScript until the load event, including `inline`. */
  first: number
  /** JavaScript fetched when the browser is idle. */
  idle: number
  /** All JavaScript that the first “add to cart” needs, including `first` and `idle`. */
  all: number
  /** JavaScript that opening the cart's drawer needs in addition. */
  drawer: number
}

/** Opens an event page, adds a ticket, opens the cart, and sums the transfer sizes by time of the request. */
export async function weighPage(page: Page, address: string): Promise<PageWeight> {
  const { assets, html } = await recordPurchase(page, address)
  const scripts = (phase: Phase): number =>
    sum(assets, (each) => each.kind === 'script' && each.phase === phase)
  const inline = brotli(inlineScriptsOf(html)).byteLength
  const first = inline + scripts('until load')
  const idle = scripts('when idle')
  return {
    html: sum(assets, (each) => each.kind === 'document'),
    css: sum(assets, (each) => each.kind === 'stylesheet'),
    inline,
    first,
    idle,
    all: first + idle + scripts('first add to cart'),
    drawer: scripts('view cart'),
  }
}

async function recordPurchase(page: Page, address: string): Promise<{ assets: Asset[]; html: string }> {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  const document = await page.goto(address, { waitUntil: SETTLED })
  const addedAt = Date.now()
  await moreButton(page).click()
  await addButton(page).click()
  await panel(page).waitFor()
  await settle(page)
  const openedAt = Date.now()
  await panel(page).getByRole('link', { name: 'View cart' }).click()
  await drawer(page).waitFor()
  await settle(page)
  const loadedAt = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation')
    return performance.timeOrigin + (entry instanceof PerformanceNavigationTiming ? entry.loadEventStart : 0)
  })
  const assets = responses.map((response) => toAsset(response, { loadedAt, addedAt, openedAt }))
  return { assets: (await Promise.all(assets)).flat(), html: (await document?.text()) ?? '' }
}

/** Waits until the page is idle and has no requests in progress, so that scripts that load by themselves are counted. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.waitForLoadState(SETTLED)
}

/** Milliseconds since 1970. */
interface Moments {
  loadedAt: number
  addedAt: number
  openedAt: number
}

/** Returns undefined for resources other than page, style and script. */
async function toAsset(response: Response, moments: Moments): Promise<Asset[]> {
  const request = response.request()
  const kind = request.resourceType()
  if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'document') return []
  const { 'content-encoding': encoding, 'content-length': length } = await response.allHeaders()
  if (encoding !== 'br') throw new Error(`${response.url()} did not come as brotli.`)
  return [{ kind, phase: phaseOf(request.timing().startTime, moments), bytes: Number(length) }]
}

function phaseOf(askedAt: number, { loadedAt, addedAt, openedAt }: Moments): Phase {
  if (askedAt < loadedAt) return 'until load'
  if (askedAt < addedAt) return 'when idle'
  return askedAt < openedAt ? 'first add to cart' : 'view cart'
}

const sum = (assets: readonly Asset[], isMeant: (asset: Asset) => boolean): number =>
  assets.filter(isMeant).reduce((total, asset) => total + asset.bytes, 0)

/** Inline scripts, without data blocks. */
function inlineScriptsOf(html: string): string {
  const scripts = html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[^]*?)<\/script>/g)
  return [...scripts]
    .filter((found) => !found.groups?.['attributes']?.includes('json'))
    .map((found) => found.groups?.['text'] ?? '')
    .join('\n')
}
