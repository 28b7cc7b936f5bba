import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Page } from 'playwright/test'
import { startFoyer, type RunningFoyer } from './foyer.ts'

/** Journeys get a Foyer per worker, and fail on anything the browser complains about. */
export const test = base.extend<{ isRouted: boolean; quiet: void }, { foyer: RunningFoyer }>({
  // Routing turns the browser's cache off: a transition to a page that is not there yet is given up, and the browser says so.
  isRouted: [false, { option: true }],
  foyer: [
    // Playwright reads the fixture's needs from the pattern: this one needs none.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const foyer = await startFoyer()
      await use(foyer)
      await foyer.stop()
    },
    { scope: 'worker' },
  ],
  quiet: [
    async ({ page, isRouted }, use) => {
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => {
        if (!isRouted || !/ViewTransition opt-in disabled/.test(message)) complaints.push(message)
      })
      page.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message.text())) complaints.push(message.text())
      })
      await use()
      expect(complaints, 'errors in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
})

/**
 * A refusal that a journey provokes is logged by the browser as a failed load. Nothing runs in the frame of a mail, Playwright's
 * own scripts neither.
 */
const isExpected = (text: string): boolean =>
  /status of (401|402|403|404|409|410|422)|ERR_INTERNET_DISCONNECTED|ERR_FAILED|^Blocked script execution in '\S+\/(dev\/mailbox\/|promoter\/e-mails\/preview)/.test(
    text,
  )

/** axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // Playwright's own page is what the builder drives; the two packages only name its type apart.
  const found = await new AxeBuilder({ page } as ConstructorParameters<typeof AxeBuilder>[0]).analyze()
  expect(
    found.violations.map(
      (each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
  ).toEqual([])
}

/** Nobody has to scroll sideways. */
export async function expectFits(page: Page, width: number): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `wider than ${width} px`).toBeLessThanOrEqual(0)
}

export { expect }
