import type { Browser, BrowserContext, Page } from 'playwright/test'
import { expectAccessible, expectFits } from './test.ts'

/** Phone, tablet and desktop, in both colour schemes. */
export const SCREENS = [
  { width: 360, height: 740, colorScheme: 'dark' },
  { width: 768, height: 1024, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const

/** For pages whose layout and colours differ on phones or desktops only. */
export const LIGHT_PHONE = { width: 360, height: 740, colorScheme: 'light' } as const
export const LIGHT_DESKTOP = { width: 1440, height: 900, colorScheme: 'light' } as const

type Screen = (typeof SCREENS)[number] | typeof LIGHT_PHONE | typeof LIGHT_DESKTOP

/** Loads a page on each screen with a session's storage state, and checks layout and accessibility. */
export async function eachScreen(
  browser: Browser,
  storageState: Awaited<ReturnType<BrowserContext['storageState']>> | undefined,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  for (const { width, height, colorScheme } of SCREENS) {
    // A context of its own: what a page stores, such as a draft, doesn't reach the next screen.
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      ...(storageState ? { storageState } : {}),
    })
    const page = await context.newPage()
    await look(page)
    await expectFits(page, width)
    await expectAccessible(page)
    await context.close()
  }
}

/** Checks layout and accessibility of the current page on all screens, and on additional ones. */
export async function expectEveryScreen(page: Page, ...besides: readonly Screen[]): Promise<void> {
  for (const { width, height, colorScheme } of [...SCREENS, ...besides]) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await expectFits(page, width)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}
