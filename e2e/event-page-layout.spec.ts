import { chromium, type Browser, type Page } from 'playwright/test'
import { putOn } from './support/stage.ts'
import { expect, expectFits, test } from './support/test.ts'
import { chooseTickets } from './support/visitor.ts'

/** Scrollbars that take room, as on Windows: Playwright hides them unless it is told not to. */
let browser: Browser
test.beforeAll(async () => {
  browser = await chromium.launch({ ignoreDefaultArgs: ['--hide-scrollbars'] })
})
test.afterAll(() => browser.close())

/** Elements inside the panel that scroll by themselves. */
const scrollers = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.event-buy, .event-buy *')]
      .filter((element) => {
        const { overflowY } = getComputedStyle(element)
        return /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight
      })
      .map((element) => element.className),
  )

/** Texts that are cut off, and grounds of another colour than the panel's. */
const blemishes = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const panel = document.querySelector('.event-buy')
    if (!panel) return ['no panel']
    const ground = getComputedStyle(panel).backgroundColor
    return [...panel.querySelectorAll('ticket-form, form, ul, li, details, p, h3')].flatMap((element) => {
      const { backgroundColor } = getComputedStyle(element)
      const isPatch = backgroundColor !== 'rgba(0, 0, 0, 0)' && backgroundColor !== ground
      const isCut = element.matches('p, h3') && element.scrollWidth > element.clientWidth + 1
      return isPatch || isCut ? [`${element.localName}.${element.className} ${backgroundColor}`] : []
    })
  })

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [1024, 700],
] as const)
  test(`the ticket panel at ${width} × ${height}: one scroller at most, nothing cut off, and the button in sight`, async ({
    foyer,
  }) => {
    const page = await browser.newPage({ viewport: { width, height } })
    for (const [site, slug, rows] of [
      ['brickworks', 'borough-table-food-fair', 8],
      ['aurora', 'halbmond-album-release', 2],
    ] as const) {
      await page.goto(foyer.url(site, `/events/${slug}`))
      const submit = page.getByRole('button', { name: 'Choose tickets' })
      await expect(submit).toBeInViewport({ ratio: 1 })
      expect(await blemishes(page), site).toEqual([])
      const found = await scrollers(page)
      expect(found.length, `${site}: ${found.join(', ')}`).toBeLessThanOrEqual(1)
      // The window allows two of them to be seen whole; eight are a list to scroll.
      if (rows === 2) expect(found).toEqual([])
      await page.mouse.wheel(0, 600)
      await expect(submit).toBeInViewport({ ratio: 1 })
    }
    await page.close()
  })

for (const width of [320, 360, 393])
  test(`the main site’s header at ${width} px: nothing lies over anything, with tickets in the cart`, async ({
    foyer,
  }) => {
    const page = await browser.newPage({ viewport: { width, height: 640 } })
    const show = await putOn(foyer, `Header at ${width}`)
    await page.goto(foyer.url('', show.path))
    await chooseTickets(page, { Entry: 2 })
    await page.goto(foyer.url('', '/'))
    await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toContainText('2')
    const boxes = await page
      .getByRole('banner')
      .getByRole('link')
      .evaluateAll((links) =>
        links
          .map((link) => link.getBoundingClientRect())
          .filter((box) => box.width > 0)
          .map(({ left, right }) => [left, right]),
      )
    await expectFits(page, width)
    for (const [index, [, right = 0] = []] of boxes.entries())
      expect(boxes[index + 1]?.[0] ?? width, JSON.stringify(boxes)).toBeGreaterThanOrEqual(right)
    await page.close()
  })
