import AxeBuilder from '@axe-core/playwright'
import axe from 'axe-core'
import { expect, test as base, type Page } from 'playwright/test'
import { startFoyer, type RunningFoyer } from './foyer.ts'

/** Journeys get a Foyer per worker, and fail on anything the browser complains about. */
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
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => {
        if (!isSkippedTransition(message)) complaints.push(message)
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
 * The browser starts the transition between two pages by itself (`@view-transition` in base.css), skips it when the next page
 * is not ready in time, and reports that as an error of the page. No script of Foyer's starts one.
 */
const isSkippedTransition = (message: string): boolean =>
  /^(Transition was (aborted|skipped)|ViewTransition opt-in disabled)/.test(message)

/**
 * A refusal that a journey provokes is logged by the browser as a failed load. Nothing runs in the frame of a mail, Playwright's
 * own scripts neither.
 */
const isExpected = (text: string): boolean =>
  /status of (401|402|403|404|409|410|422)|ERR_INTERNET_DISCONNECTED|ERR_FAILED|^Blocked script execution in '\S+\/(dev\/mailbox\/|promoter\/e-mails\/preview)/.test(
    text,
  )

/** axe finds nothing on the page as it stands, nor in its frames. */
export async function expectAccessible(page: Page): Promise<void> {
  await waitForMotion(page)
  const found = page.frames().length > 1 ? await lookAcrossFrames(page) : await lookAtPage(page)
  expect(found.map(({ id, targets }) => `${id}: ${targets.join(', ')}`)).toEqual([])
}

/**
 * What fades in has its contrast when it is there. Waits for what moves by itself and comes to an end, three seconds at most:
 * not for what is paused, endless or driven by scrolling.
 */
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

/** For a page in one piece: axe is brought to it once, which leaves a tenth of the time that the builder takes. */
async function lookAtPage(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    // It is there: the lines above have brought it.
    const brought = globalThis as unknown as { axe: typeof axe }
    const { violations } = await brought.axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(' ')) }))
  })
}

/** The builder knows its way into frames, which may be of other origins, and joins what was found there. */
async function lookAcrossFrames(page: Page): Promise<Violation[]> {
  // Playwright's own page is what the builder drives; the two packages only name its type apart.
  const { violations } = await new AxeBuilder({ page } as ConstructorParameters<
    typeof AxeBuilder
  >[0]).analyze()
  return violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(' ')) }))
}

/** Nobody has to scroll sideways. */
export async function expectFits(page: Page, width: number): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `wider than ${width} px`).toBeLessThanOrEqual(0)
}

export { expect }
