import type { Page, Response } from 'playwright'
import type { Bench } from '../support/bench.ts'
import { addButton, drawer, eventAddress, moreButton, withPage } from '../support/browsing.ts'
import { brotli } from '../support/event-page.ts'
import { bytes, judge, type Line } from '../support/lines.ts'

const KB = 1024
/** By then islands that wake by themselves are awake. */
const SETTLED = 'networkidle'

interface Asset {
  kind: 'script' | 'stylesheet' | 'document'
  body: Buffer
  phase: Phase
}

type Phase = 'until load' | 'when idle' | 'first add to cart'

/** P5 and P6: what an event page makes a browser fetch, compressed, by when it fetches it. */
export async function pageWeight(bench: Bench): Promise<Line[]> {
  const assets = await withPage(bench, (page) => recordPurchase(page, eventAddress(bench)))
  const html = assets.find((asset) => asset.kind === 'document')?.body ?? Buffer.alloc(0)
  const inline = brotli(inlineScriptsOf(html.toString())).byteLength
  const scripts = (...phases: Phase[]): number =>
    sum(assets, (each) => each.kind === 'script' && phases.includes(each.phase))
  const first = scripts('until load') + inline
  const all = scripts('until load', 'when idle', 'first add to cart') + inline
  const css = sum(assets, (each) => each.kind === 'stylesheet')
  const page = brotli(html).byteLength + css
  return [
    {
      id: 'P5',
      what: 'JavaScript before the first interaction, brotli',
      peer: 'React alone: 57 KB',
      figure: bytes(first),
      ratio: first / (57 * KB),
      target: '≤ 5 KB',
      verdict: judge(first <= 5 * KB),
      note:
        `${bytes(inline)} of it inline. Counted until the page has loaded; ` +
        `${bytes(scripts('when idle'))} more come by themselves once the browser is idle.`,
    },
    {
      id: 'P5',
      what: 'JavaScript of the first “add to cart”, brotli',
      peer: 'React alone: 57 KB',
      figure: bytes(all),
      ratio: all / (57 * KB),
      target: '≤ 75 KB',
      verdict: judge(all <= 75 * KB),
    },
    {
      id: 'P6',
      what: 'HTML and CSS of an event page, brotli',
      peer: '–',
      figure: `${bytes(page)} (HTML ${bytes(page - css)})`,
      target: '≤ 15 KB',
      verdict: judge(page <= 15 * KB),
    },
  ]
}

async function recordPurchase(page: Page, address: string): Promise<Asset[]> {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(address, { waitUntil: SETTLED })
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
  return (await Promise.all(assets)).flat()
}

/** Nothing for what is neither page, style nor script. */
async function toAsset(
  response: Response,
  moments: { loadedAt: number; tappedAt: number },
): Promise<Asset[]> {
  const request = response.request()
  const kind = request.resourceType()
  if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'document') return []
  return [{ kind, phase: phaseOf(request.timing().startTime, moments), body: await response.body() }]
}

function phaseOf(askedAt: number, { loadedAt, tappedAt }: { loadedAt: number; tappedAt: number }): Phase {
  if (askedAt < loadedAt) return 'until load'
  return askedAt < tappedAt ? 'when idle' : 'first add to cart'
}

const sum = (assets: readonly Asset[], isMeant: (asset: Asset) => boolean): number =>
  assets.filter(isMeant).reduce((total, asset) => total + brotli(asset.body).byteLength, 0)

/** What runs without being fetched; data that only looks like a script is left out. */
function inlineScriptsOf(html: string): string {
  const scripts = html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[^]*?)<\/script>/g)
  return [...scripts]
    .filter((found) => !found.groups?.['attributes']?.includes('json'))
    .map((found) => found.groups?.['text'] ?? '')
    .join('\n')
}
