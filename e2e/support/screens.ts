import { test, type Page, type TestInfo } from 'playwright/test'
import { IS_FULL } from '#tests/support/sample.ts'
import { expectAccessible, expectFits } from './test.ts'

/** Phone, tablet and desktop, in both colour schemes. */
export const SCREENS = [
  { width: 360, height: 740, colorScheme: 'dark' },
  { width: 768, height: 1024, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const

/** For pages whose layout and colours differ on phones or desktops only. */
export const LIGHT_PHONE = { width: 360, height: 740, colorScheme: 'light' } as const
/** For what must fit the narrowest phones. */
export const NARROW_PHONE = { width: 320, height: 640, colorScheme: 'light' } as const
export const LIGHT_DESKTOP = { width: 1440, height: 900, colorScheme: 'light' } as const

type Screen = (typeof SCREENS)[number] | typeof LIGHT_PHONE | typeof NARROW_PHONE | typeof LIGHT_DESKTOP

/** Opens a tab on each screen of the sample, with the session of `page`, and checks layout and accessibility. */
export async function eachScreen(page: Page, look: (tab: Page) => Promise<void>): Promise<void> {
  for (const screen of sampleOf(SCREENS)) {
    // A tab of its own: what a page stores for its tab, such as a draft, doesn't reach the next screen.
    const tab = await page.context().newPage()
    await show(tab, screen)
    await look(tab)
    await expectFits(tab, screen.width)
    await expectAccessible(tab)
    if (!IS_FULL) await expectFitsAll(tab, SCREENS)
    await tab.close()
  }
}

/** Checks the current page's layout on all screens and on additional ones, and its accessibility on those of the sample. */
export async function expectEveryScreen(page: Page, ...besides: readonly Screen[]): Promise<void> {
  const screens = [...SCREENS, ...besides]
  const sample = sampleOf(screens)
  for (const screen of screens) {
    await show(page, screen)
    await expectFits(page, screen.width)
    if (sample.includes(screen)) await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

/**
 * All screens in the full run, otherwise one: the tests begin with different screens, and each test takes them in turn, so that many
 * pages are checked on every screen.
 */
function sampleOf(screens: readonly Screen[]): readonly Screen[] {
  if (IS_FULL) return screens
  const info = test.info()
  const turn = turns.get(info) ?? Buffer.from(info.title).reduce((sum, byte) => sum + byte, 0)
  turns.set(info, turn + 1)
  return screens.slice(turn % screens.length).slice(0, 1)
}

const turns = new WeakMap<TestInfo, number>()

async function expectFitsAll(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { width, height } of screens) {
    await page.setViewportSize({ width, height })
    await expectFits(page, width)
  }
}

async function show(page: Page, { width, height, colorScheme }: Screen): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
}
