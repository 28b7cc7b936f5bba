import type { Page, Response } from 'playwright'
import { addButton, drawer, moreButton } from './browsing.ts'
import { brotli } from './event-page.ts'

/** Time after which islands that hydrate on idle have hydrated. */
const SETTLED = 'networkidle'

interface Asset {
  kind: 'script' | 'stylesheet' | 'document'
  /** Transfer size. */
  bytes: number
  phase: Phase
}

type Phase = 'until load' | 'when idle' | 'first add to cart'

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
}

/** Opens an event page, adds a ticket, and sums the transfer sizes by time of the request. */
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

/** Returns undefined for resources other than page, style and script. */
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

/** Inline scripts, without data blocks. */
function inlineScriptsOf(html: string): string {
  const scripts = html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[^]*?)<\/script>/g)
  return [...scripts]
    .filter((found) => !found.groups?.['attributes']?.includes('json'))
    .map((found) => found.groups?.['text'] ?? '')
    .join('\n')
}
