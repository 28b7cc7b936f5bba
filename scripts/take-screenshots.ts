import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright'
import sharp from 'sharp'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { urls } from '#contracts/platform/urls.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { findBrowser } from '../e2e/support/browser.ts'
import { startFoyer, type RunningFoyer } from '../e2e/support/foyer.ts'
import startPostgres from '../e2e/support/global-setup.ts'

const FOLDER = join(import.meta.dirname, '../public/product')

interface Shot {
  name: string
  site: string
  path: string
  email?: string
  /** Size of the page; the files are once and twice as wide as `width`. */
  size: readonly [width: number, height: number]
  width: number
  isReady?: (page: Page) => Promise<unknown>
}

const WIDE = { size: [1440, 960], width: 960 } as const
const PHONE = { size: [390, 844], width: 390 } as const

const SHOTS: readonly Shot[] = [
  { name: 'storefront', site: 'aurora', path: urls.home(), ...WIDE },
  { name: 'event', site: 'aurora', path: urls.event('nachtstrom-all-night-long'), ...PHONE },
  {
    name: 'overview',
    site: '',
    path: consoleUrls.overview(),
    email: 'owner@aurora.example',
    ...WIDE,
    isReady: (page) => page.locator('.recharts-surface').first().waitFor(),
  },
  {
    name: 'seller',
    site: 'aurora',
    path: portalUrls.earnings(),
    email: 'sales@aurora.example',
    ...PHONE,
    isReady: (page) => page.locator('.recharts-surface').first().waitFor(),
  },
]

async function takeShot(
  browser: Browser,
  foyer: RunningFoyer,
  { shot, colorScheme }: { shot: Shot; colorScheme: 'light' | 'dark' },
): Promise<void> {
  const [width, height] = shot.size
  const screen: BrowserContextOptions = {
    colorScheme,
    viewport: { width, height },
    deviceScaleFactor: 2,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  }
  const context = await browser.newContext(screen)
  const page = await context.newPage()
  if (shot.email) {
    await page.goto(foyer.url(shot.site, urls.login(shot.path)))
    await page.getByLabel('Email').fill(shot.email)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(foyer.url(shot.site, shot.path))
  } else await page.goto(foyer.url(shot.site, shot.path))
  await shot.isReady?.(page)
  await page.waitForLoadState('networkidle')
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  for (const each of [shot.width, shot.width * 2])
    await sharp(picture)
      .resize({ width: each })
      .webp({ quality: 76, smartSubsample: true })
      .toFile(join(FOLDER, `${shot.name}-${colorScheme}-${each}.webp`))
  await context.close()
}

/** `node scripts/take-screenshots.ts [name…]`: after a build, updates all or some screenshots of /sell from the current demo. */
async function main(names: readonly string[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const stop = await startPostgres()
  const [foyer, browser] = [await startFoyer(), await chromium.launch(await findBrowser())]
  try {
    for (const shot of SHOTS.filter(({ name }) => names.length === 0 || names.includes(name)))
      for (const colorScheme of ['light', 'dark'] as const)
        await takeShot(browser, foyer, { shot, colorScheme })
  } finally {
    await browser.close()
    await foyer.stop()
    await stop()
  }
}

await main(process.argv.slice(2))
