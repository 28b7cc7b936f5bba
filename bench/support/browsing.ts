import { chromium, type Browser, type Page } from 'playwright'
import type { Bench } from './bench.ts'
import { NotMeasurable } from './lines.ts'
import { EVENT_HOST, EVENT_PATH, EVENT_TICKET } from './event-page.ts'

export const eventAddress = (bench: Bench): string => `http://${EVENT_HOST}:${bench.foyer.port}${EVENT_PATH}`

/** Runs `work` in a new browser with an empty cache. */
export async function withPage<Data>(bench: Bench, work: (page: Page) => Promise<Data>): Promise<Data> {
  if (!bench.launchOptions) throw new NotMeasurable('No Chromium was found: set CHROMIUM_PATH.')
  // An interrupted bench closes everything itself, including PostgreSQL; Playwright would exit at once.
  const browser: Browser = await chromium.launch({
    ...bench.launchOptions,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  try {
    // A phone's screen size.
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
    return await work(page)
  } finally {
    await browser.close()
  }
}

export const moreButton = (page: Page) =>
  page.getByRole('button', { name: `Add one ${EVENT_TICKET}`, exact: true })

export const addButton = (page: Page) => page.getByRole('button', { name: /^Add \d+ tickets?/ })

export const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart', exact: true })

/** The panel that confirms an addition. */
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Added to your cart' })

/** Emulates a phone on a slow connection: 1.6 Mbit/s, 150 ms, a quarter of the machine's CPU. */
export async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
