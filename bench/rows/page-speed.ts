import type { Page } from 'playwright'
import type { Bench } from '../support/bench.ts'
import { drawer, eventAddress, throttle, withPage } from '../support/browsing.ts'
import { EVENT_TICKET } from '../support/event-page.ts'
import { judge, median, milliseconds, type Line } from '../support/lines.ts'

const RUNS = 3
const THROTTLED = '1.6 Mbit/s, 150 ms, 4 × CPU'

interface Loaded {
  lcpMs: number
  cls: number
  tbtMs: number
}

interface Tapped {
  readyMs: number
  feedbackMs: number
  panelMs: number
  /** Since the tap on “View cart”. */
  drawerMs: number
}

/** P7 and P8: loading and first interaction of the event page on a slow phone; medians of several cold starts. */
export async function pageSpeed(bench: Bench): Promise<Line[]> {
  const loaded: Loaded[] = []
  const tapped: Tapped[] = []
  for (let run = 0; run < RUNS; run += 1) {
    loaded.push(await withPage(bench, (page) => load(page, eventAddress(bench))))
    tapped.push(await withPage(bench, (page) => tap(page, eventAddress(bench))))
  }
  const of = <Key extends string>(runs: readonly Record<Key, number>[], key: Key): number =>
    median(runs.map((each) => each[key]))
  const line =
    (id: string, what: string, target: { words: string; most: number }) =>
    (value: number): Line => ({
      id,
      what,
      peer: THROTTLED,
      figure: target.words.includes('s') ? milliseconds(value) : value.toFixed(3),
      target: `≤ ${target.words}`,
      verdict: judge(value <= target.most),
    })
  return [
    line('P7', 'largest contentful paint', { words: '700 ms', most: 700 })(of(loaded, 'lcpMs')),
    line('P7', 'cumulative layout shift', { words: '0.005', most: 0.005 })(of(loaded, 'cls')),
    line('P7', 'total blocking time', { words: '50 ms', most: 50 })(of(loaded, 'tbtMs')),
    line('P8', 'ready for the first tap, since navigation', { words: '600 ms', most: 600 })(
      of(tapped, 'readyMs'),
    ),
    line('P8', 'first “add to cart” → visible feedback', { words: '50 ms', most: 50 })(
      of(tapped, 'feedbackMs'),
    ),
    {
      ...line('P8', 'first “add to cart” → confirmation panel', { words: '450 ms', most: 450 })(
        of(tapped, 'panelMs'),
      ),
      note: 'Tapped as soon as the form is defined and painted, without preloading by a nearby pointer.',
    },
    {
      ...line('P8', 'first “View cart” → drawer open', { words: '1,000 ms', most: 1000 })(
        of(tapped, 'drawerMs'),
      ),
      note: 'Tapped as soon as the panel is painted, without preloading.',
    },
  ]
}

async function load(page: Page, address: string): Promise<Loaded> {
  await page.addInitScript(watchLoading)
  await throttle(page)
  await page.goto(address, { waitUntil: 'networkidle' })
  return page.evaluate(() => window.benchLoaded ?? { lcpMs: Number.NaN, cls: Number.NaN, tbtMs: Number.NaN })
}

async function tap(page: Page, address: string): Promise<Tapped> {
  await page.addInitScript(tapWhenReady, EVENT_TICKET)
  await throttle(page)
  await page.goto(address, { waitUntil: 'commit' })
  await drawer(page).waitFor()
  const tapped = await page.waitForFunction(() => window.benchTapped?.drawerMs && window.benchTapped)
  const times = await tapped.jsonValue()
  if (!times) throw new Error('The page has no times.')
  return times
}

declare global {
  interface Window {
    benchLoaded?: Loaded
    benchTapped?: Tapped
  }
  interface PerformanceEntry {
    /** Layout shifts only. */
    value?: number
    hadRecentInput?: boolean
  }
}

/** Runs in the page before its own scripts. */
function watchLoading(): void {
  const loaded: Loaded = (window.benchLoaded = { lcpMs: Number.NaN, cls: 0, tbtMs: 0 })
  const watch = (type: string, note: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => (loaded.lcpMs = entry.startTime))
  watch('layout-shift', (entry) => (loaded.cls += entry.hadRecentInput ? 0 : (entry.value ?? 0)))
  watch('longtask', (entry) => (loaded.tbtMs += Math.max(0, entry.duration - 50)))
}

/** Runs in the page before its own scripts: adds one ticket as soon as the form is defined and painted. */
function tapWhenReady(ticket: string): void {
  const tapped: Tapped = (window.benchTapped = { readyMs: 0, feedbackMs: 0, panelMs: 0, drawerMs: 0 })
  const isShown = (selector: string): boolean => document.querySelector(selector) !== null
  /** Records the time after the next paint. */
  const painted = (note: () => void): unknown => requestAnimationFrame(() => setTimeout(note))
  const seen = new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
  })
  const live = customElements.whenDefined('ticket-form').then(() => (tapped.readyMs = performance.now()))
  void Promise.all([live, seen]).then(() => {
    const form = document.querySelector('ticket-form')
    form?.querySelector<HTMLElement>(`[aria-label="Add one ${ticket}"]`)?.click()
    const tappedAt = performance.now()
    const since = (): number => performance.now() - tappedAt
    new MutationObserver((_, observer) => {
      if (form?.querySelector('[role=status]')?.textContent && !tapped.feedbackMs)
        painted(() => (tapped.feedbackMs ||= since()))
      if (!isShown('cart-panel:popover-open')) return
      observer.disconnect()
      painted(() => {
        tapped.panelMs = since()
        openDrawer()
      })
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    form?.querySelector<HTMLElement>('[type=submit]')?.click()
  })
  const openDrawer = (): void => {
    const tappedAt = performance.now()
    new MutationObserver((_, observer) => {
      if (!isShown('dialog[open]')) return
      observer.disconnect()
      painted(() => (tapped.drawerMs = performance.now() - tappedAt))
    }).observe(document, { subtree: true, attributes: true })
    document.querySelector<HTMLElement>('cart-panel a[href="/cart"]')?.click()
  }
}
