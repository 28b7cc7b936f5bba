import { chromium, type Browser, type Locator, type Page } from 'playwright/test'
import sharp from 'sharp'
import { fullUnless } from '#tests/support/sample.ts'
import { putOn } from './support/stage.ts'
import { expect, expectAccessible, expectFits, test } from './support/test.ts'
import {
  acceptTerms,
  chooseTickets,
  drawer,
  fillCard,
  fillContact,
  goToCheckout,
  openCart,
  orderHeading,
  panel,
  payButton,
  tickets,
} from './support/visitor.ts'

/** Scrollbars that take up space, as on Windows: Playwright hides them by default. */
let browser: Browser
test.beforeAll(async () => {
  browser = await chromium.launch({ ignoreDefaultArgs: ['--hide-scrollbars'] })
})
test.afterAll(() => browser.close())

const scrollers = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.event-buy, .event-buy *')]
      .filter((element) => {
        const { overflowY } = getComputedStyle(element)
        return /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight
      })
      .map((element) => element.className),
  )

/** Truncated texts, and backgrounds of another colour than the panel's. */
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
  test(`the ticket panel at ${width} × ${height}: one scroller at most, nothing cut off, and the button in sight${fullUnless(width === 1280)}`, async ({
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
      // Two rows fit into the window; eight scroll.
      if (rows === 2) expect(found).toEqual([])
      await page.mouse.wheel(0, 600)
      await expect(submit).toBeInViewport({ ratio: 1 })
    }
    await page.close()
  })

async function coloursIn(page: Page, clip: { x: number; y: number; width: number; height: number }) {
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: info.width * info.height }, (_, at) =>
    data.subarray(at * 3, at * 3 + 3).join(' '),
  )
  return new Set(pixels)
}

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [360, 640],
] as const)
  test(`nothing shows through around the add button at ${width} × ${height}, and what it answers isn’t covered${fullUnless(width === 360)}`, async ({
    foyer,
  }) => {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' })
    await page.goto(foyer.url('aurora', '/events/nachtstrom-all-night-long'))
    const submit = page.locator('.ticket-submit')
    // The button covers rows where it sticks: on a desktop at once, on a phone once they are in view.
    if (width < 960)
      await page.getByRole('heading', { name: 'Standard', exact: true }).evaluate((row) => {
        scrollBy(0, row.getBoundingClientRect().bottom - innerHeight + 40)
      })
    const box = await submit.boundingBox()
    if (!box) throw new Error('The button has no box.')
    const middle = { x: box.x + 24, width: box.width - 48 }
    const above = await coloursIn(page, { ...middle, y: box.y - 8, height: 6 })
    const below = await coloursIn(page, { ...middle, y: box.y + box.height + 2, height: 12 })
    expect([above.size, below.size]).toEqual([1, 1])

    await page.getByRole('button', { name: 'Add one Standard', exact: true }).click()
    await submit.click()
    await expect(panel(page)).toBeVisible()
    await page.keyboard.press('Escape')
    const status = page.locator('.ticket-status')
    await expect(status).not.toBeEmpty()
    const end = await status.evaluate((each) => each.getBoundingClientRect().bottom)
    const fees = await page.locator('.event-fees').evaluate((each) => each.getBoundingClientRect().top)
    expect(end, 'fees lie over the status').toBeLessThanOrEqual(fees)
    await status.scrollIntoViewIfNeeded()
    const seen = await status.screenshot()
    await submit.evaluate((button) => {
      button.style.boxShadow = 'none'
    })
    expect((await status.screenshot()).equals(seen), 'the cover lies over the words').toBe(true)
    await page.close()
  })

for (const width of [320, 360, 393])
  test(`the main site’s header at ${width} px: nothing lies over anything, with tickets in the cart${fullUnless(width === 320)}`, async ({
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

for (const width of [320, 1440])
  test(`the way to the checkout is in reach however long the cart is, at ${width} px${fullUnless(width === 320)}`, async ({
    foyer,
  }) => {
    const page = await browser.newPage({ viewport: { width, height: 600 } })
    await page.goto(foyer.url('brickworks', '/events/borough-table-food-fair'))
    const types = page.getByRole('button', { name: /^Add one / })
    for (const more of (await types.all()).slice(0, 4)) await more.click()
    await page.getByRole('button', { name: /^Add \d+ tickets/ }).click()
    await openCart(page)
    const way = drawer(page).getByRole('link', { name: 'Checkout' })
    await expect(way).toBeInViewport({ ratio: 1 })
    await expect(drawer(page).getByRole('timer')).toHaveText(/\d:\d\d/)
    await drawer(page).evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(drawer(page).getByRole('timer')).toBeInViewport({ ratio: 1 })
    await expect(way).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await page.close()
  })

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaften'

test('names of 80 characters without spaces fit at 320 px, from the list to the order', async ({
  page,
  foyer,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const show = await putOn(foyer, 'Names Without Spaces', { name: LONG_WORD })
  await foyer.db
    .updateTable('events')
    .set({ title: LONG_WORD, venue_name: LONG_WORD, city: LONG_WORD, attendee_names: 'optional' })
    .where('slug', '=', show.path.replace('/events/', ''))
    .execute()
  for (const [site, path] of [
    ['', '/?q=Donau'],
    ['aurora', '/?q=Donau'],
    ['aurora', show.path],
  ] as const) {
    await page.goto(foyer.url(site, path))
    await expect(page.getByRole('heading', { name: LONG_WORD }).first()).toBeVisible()
    await expectFits(page, 320)
  }
  await chooseTickets(page, { [LONG_WORD]: 1 })
  await expect(panel(page).getByRole('link', { name: 'Checkout' })).toBeInViewport({ ratio: 1 })
  await openCart(page)
  expect(await drawer(page).evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
  await goToCheckout(page)
  await expect(page.getByRole('group', { name: LONG_WORD })).toBeVisible()
  await expectFits(page, 320)
  await fillContact(page)
  await page.getByRole('group', { name: LONG_WORD }).getByLabel('First name').fill(LONG_WORD)
  await fillCard(page)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
  await expectFits(page, 320)
  const code = tickets(page).first()
  await code.scrollIntoViewIfNeeded()
  await expect(code).toBeInViewport({ ratio: 1 })
})

test('links of an event page are 44 px high on phones, and those of the header are the same size', async ({
  page,
  foyer,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(foyer.url('aurora', '/events/nachtstrom-all-night-long'))
  const small = await page
    .locator('.site-header a, .event-fact-links a, .event-tags a, .event-fees summary, .share-item, footer a')
    .evaluateAll((each) =>
      each
        .filter((one) => one.getBoundingClientRect().height < 43.5 && one.checkVisibility())
        .map((one) => one.textContent),
    )
  expect(small).toEqual([])
  const sizes = await page
    .locator('.site-places a')
    .evaluateAll((each) => each.map((one) => getComputedStyle(one).fontSize))
  expect(new Set(sizes)).toEqual(new Set(['17px']))
})

test('a long storefront name leaves the links of a phone’s header in place', async ({ page, foyer }) => {
  await page.setViewportSize({ width: 305, height: 640 })
  await page.goto(foyer.url('', '/'))
  const [brand, links] = [page.locator('.site-header .brand'), page.locator('.site-places')]
  const footer = page.locator('.site-footer p').first()
  for (const name of ['Donaudampfschifffahrtsgesellschaftskonzerte', `${'Long '.repeat(15)}Name`]) {
    for (const shown of [brand, footer])
      await shown.evaluate((element, text) => {
        element.textContent = text
      }, name.repeat(2))
    await expectFits(page, 305)
    expect(await brand.evaluate((link) => link.scrollWidth - link.clientWidth)).toBeLessThanOrEqual(0)
    const [one, other] = [await brand.boundingBox(), await links.boundingBox()]
    expect((one?.x ?? 0) + (one?.width ?? Infinity)).toBeLessThanOrEqual(other?.x ?? 0)
    expect(one?.height).toBeLessThan(120)
  }
})

test('the cart fits beside a scrollbar at 320 px, with its lines below their event’s title @full', async ({
  foyer,
}) => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  await page.goto(foyer.url('aurora', '/events/nachtstrom-all-night-long'))
  await chooseTickets(page, { Standard: 1 })
  await openCart(page)
  await expect.poll(async () => (await drawer(page).boundingBox())?.x).toBe(0)
  const left = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.x ?? -1
  expect(await left(drawer(page).getByText('Standard', { exact: true }))).toBe(
    await left(drawer(page).getByRole('heading', { level: 3 })),
  )
  await page.close()
})
