import type { Page, Response } from 'playwright'
import { addButton, drawer, moreButton } from './browsing.ts'
import { brotli } from './event-page.ts'

/** By then islands that wake by themselves are awake. */
const SETTLED = 'networkidle'

interface Asset {
  kind: 'script' | 'stylesheet' | 'document'
  /** As it travelled. */
  bytes: number
  phase: Phase
}

type Phase = 'until load' | 'when idle' | 'first add to cart'

/** Bytes that an event page makes a browser fetch, as they travel: brotli. */
export interface PageWeight {
  html: number
  css: number
  /** JavaScript inside the page. */
  inline: number
  /** JavaScript before the first interaction: until the page has loaded, `inline` among it. */
  first: number
  /** JavaScript that comes by itself once the browser is idle. */
  idle: number
  /** All JavaScript that the first “add to cart” needs, `first` and `idle` among it. */
  all: number
}

/** Opens an event's page, adds a ticket, and weighs what was fetched for it by when it was asked for. */
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
  }
}

async function recordPurchase(page: Page, address: string): Promise<{ assets: Asset[]; html: string }> {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  const document = await page.goto(address, { waitUntil: SETTLED })
  const tappedAt = Date.now()
  await moreButton(page).click()
  await addButton(page).click()
  await drawer(page).waitFor()
  await page.waitForLoadState(SETTLED)
  const loadedAt = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation')
    return performance.timeOrigin + (entry instanceof PerformanceNavigationTiming ? entry.loadEventStart : 0)
  })
  const assets = responses.map((response) => toAsset(response, { loadedAt, tappedAt }))
  return { assets: (await Promise.all(assets)).flat(), html: (await document?.text()) ?? '' }
}

/** Nothing for what is neither page, style nor script. */
async function toAsset(
  response: Response,
  moments: { loadedAt: number; tappedAt: number },
): Promise<Asset[]> {
  const request = response.request()
  const kind = request.resourceType()
  if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'document') return []
  const { 'content-encoding': encoding, 'content-length': length } = await response.allHeaders()
  if (encoding !== 'br') throw new Error(`${response.url()} did not come as brotli.`)
  return [{ kind, phase: phaseOf(request.timing().startTime, moments), bytes: Number(length) }]
}

function phaseOf(askedAt: number, { loadedAt, tappedAt }: { loadedAt: number; tappedAt: number }): Phase {
  if (askedAt < loadedAt) return 'until load'
  return askedAt < tappedAt ? 'when idle' : 'first add to cart'
}

const sum = (assets: readonly Asset[], isMeant: (asset: Asset) => boolean): number =>
  assets.filter(isMeant).reduce((total, asset) => total + asset.bytes, 0)

/** What runs without being fetched; data that only looks like a script is left out. */
function inlineScriptsOf(html: string): string {
  const scripts = html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[^]*?)<\/script>/g)
  return [...scripts]
    .filter((found) => !found.groups?.['attributes']?.includes('json'))
    .map((found) => found.groups?.['text'] ?? '')
    .join('\n')
}
