import type { Browser, BrowserContext, Page } from 'playwright/test'
import { expectAccessible, expectFits } from './test.ts'

/** A phone, a tablet and a desktop, in both colour schemes. */
export const SCREENS = [
  { width: 360, height: 740, colorScheme: 'dark' },
  { width: 768, height: 1024, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const

/** Loads a page anew on each screen, for whoever is signed in, or nobody: it fits, and axe finds nothing. */
export async function eachScreen(
  browser: Browser,
  storageState: Awaited<ReturnType<BrowserContext['storageState']>> | undefined,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  for (const { colorScheme, ...viewport } of SCREENS) {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      ...(storageState ? { storageState } : {}),
    })
    const page = await context.newPage()
    await look(page)
    await expectFits(page, viewport.width)
    await expectAccessible(page)
    await context.close()
  }
}

/** The page as it stands, on each screen: it fits, and axe finds nothing. */
export async function expectEveryScreen(page: Page): Promise<void> {
  for (const { width, height, colorScheme } of SCREENS) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await expectFits(page, width)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}
