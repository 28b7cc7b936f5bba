import AxeBuilder from '@axe-core/playwright'
import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test as base, type Page } from 'playwright/test'
import { startFoyer, type RunningFoyer } from './foyer.ts'

/** Tests with one Foyer per worker. They fail on errors in the browser's console. */
export const test = base.extend<{ quiet: void }, { foyer: RunningFoyer }>({
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
    async ({ page }, use) => {
      const consoleErrors: string[] = []
      page.on('pageerror', ({ message }) => {
        if (!isSkippedTransition(message)) consoleErrors.push(message)
      })
      page.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message.text())) consoleErrors.push(message.text())
      })
      await use()
      expect(consoleErrors, 'errors in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
})

/**
 * View transitions (`@view-transition` in base.css) are skipped when the next page is late, which Chromium reports as a
 * page error. Where Playwright intercepts requests, stylesheets bypass the cache and are late every time.
 */
const isSkippedTransition = (message: string): boolean =>
  /^Transition was (skipped|aborted because of (timeout|invalid state\. (Page already revealed|ViewTransition opt-in disabled)))/.test(
    message,
  )

/** Refused requests are logged by the browser as failed loads. Scripts in a mail's frame are blocked, including Playwright's. */
const isExpected = (text: string): boolean =>
  /status of (401|402|403|404|409|410|422)|ERR_INTERNET_DISCONNECTED|ERR_FAILED|^Blocked script execution in '\S+\/(dev\/mailbox\/|promoter\/e-mails\/preview)/.test(
    text,
  )

export async function expectAccessible(page: Page): Promise<void> {
  await waitForMotion(page)
  const found = page.frames().length > 1 ? await lookAcrossFrames(page) : await lookAtPage(page)
  expect(found.map(({ id, targets }) => `${id}: ${targets.join(', ')}`)).toEqual([])
}

/** Waits up to three seconds for animations to end, since fading elements lack contrast. Ignores paused, endless and scroll-driven ones. */
const waitForMotion = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const moving = document
      .getAnimations()
      .filter(
        ({ playState, timeline, effect }) =>
          playState === 'running' &&
          timeline instanceof DocumentTimeline &&
          effect?.getComputedTiming().endTime !== Infinity,
      )
    const over = Promise.allSettled(moving.map(({ finished }) => finished))
    return Promise.race([over.then(() => undefined), new Promise((resolve) => setTimeout(resolve, 3000))])
  })

interface Violation {
  id: string
  targets: string[]
}

/** Minified: a page reads it in half the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** For pages without frames: injecting axe once takes a tenth of the builder's time. */
async function lookAtPage(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(async () => {
    // Defined, since it was injected above.
    const brought = globalThis as unknown as { axe: typeof axe }
    const { violations } = await brought.axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(' ')) }))
  })
}

/**
 * The builder also checks frames. Its legacy mode leaves out frames of other origins, which Foyer has only without scripts, and doesn't
 * open a page to merge the results: that takes ten times as long.
 */
async function lookAcrossFrames(page: Page): Promise<Violation[]> {
  // axe never hears from a frame that is replaced while it looks.
  await expect(page.locator('.preview[aria-busy="true"], iframe[title="The next preview"]')).toHaveCount(0)
  // The builder uses Playwright's page; only the two packages' types differ.
  const { violations } = await new AxeBuilder({ page } as ConstructorParameters<typeof AxeBuilder>[0])
    .setLegacyMode()
    .analyze()
  return violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(' ')) }))
}

export async function expectFits(page: Page, width: number): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `wider than ${width} px`).toBeLessThanOrEqual(0)
}

export { expect }
