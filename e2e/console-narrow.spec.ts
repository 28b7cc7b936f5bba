import { chromium, type Browser, type Locator } from 'playwright/test'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { expectScreen, openAsOwner } from './support/console.ts'
import { expectLoaded, openPortal } from './support/staff.ts'
import { expect, expectFits, test } from './support/test.ts'

/** Scrollbars that take up space, as on Windows, so that 305 of 320 pixels are left. */
let browser: Browser
test.beforeAll(async () => {
  browser = await chromium.launch({ ignoreDefaultArgs: ['--hide-scrollbars'] })
})
test.afterAll(() => browser.close())

const PHONE = { width: 320, height: 640 } as const

/** Pixels of an element's content beyond its right edge. */
const cutOff = (element: Locator): Promise<number> =>
  element.evaluate((each) => each.scrollWidth - each.clientWidth)

test('the form for a new event fits a dialog at 320 px @full', async ({ foyer }) => {
  const page = await browser.newPage({ viewport: PHONE })
  await openAsOwner(page, foyer, consoleUrls.events())
  await page.getByRole('button', { name: 'New event' }).click()
  await expect(page.getByLabel('Begins', { exact: true })).toBeVisible()
  expect(await cutOff(page.locator('dialog[open]'))).toBe(0)
  await page.close()
})

test('the ticket types of a manual order keep room for their names at 320 px @full', async ({ foyer }) => {
  const page = await browser.newPage({ viewport: PHONE })
  await openAsOwner(page, foyer, consoleUrls.orders())
  await page.getByRole('button', { name: 'Create order' }).click()
  const name = page.getByRole('dialog').getByText('Early bird')
  await expect(name).toBeVisible()
  expect((await name.boundingBox())?.height).toBeLessThan(40)
  await page.close()
})

test('the event editor at 1440 px: only the page and the preview scroll @full', async ({ foyer }) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await openAsOwner(page, foyer, consoleUrls.events())
  await page.locator('main').getByRole('link').filter({ hasText: 'Nachtstrom' }).first().click()
  await expect(page.getByRole('heading', { name: 'Live', exact: true })).toBeVisible()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('iframe[data-shown]')).toBeVisible()
  const scrollers = await page.locator('main, main *').evaluateAll((elements) =>
    elements
      .filter((element) => !element.matches('textarea, iframe'))
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .filter((element) => element.scrollHeight > element.clientHeight)
      .map((element) => element.classList.value),
  )
  expect(scrollers).toEqual([])
  // Far down the form, the preview is still in view.
  await page.getByRole('button', { name: 'Add a question' }).scrollIntoViewIfNeeded()
  await expect(preview.getByRole('heading', { name: 'Preview' })).toBeInViewport({ ratio: 1 })
  await page.close()
})

test('the email address of an attendee is in one line at 1440 px @full', async ({ foyer }) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await openAsOwner(page, foyer, consoleUrls.attendees())
  const addresses = page.getByRole('table').getByText(/^[^@]{1,15}@example\.com$/)
  expect(await addresses.count()).toBeGreaterThan(5)
  const lines = await addresses.evaluateAll((all) =>
    all.map((each) => new Set([...each.getClientRects()].map(({ top }) => top)).size),
  )
  expect(lines.filter((count) => count > 1)).toEqual([])
  await expectFits(page, 1440)
  await page.close()
})

test('tabs at 320 px have no scrollbar of their own @full', async ({ foyer }) => {
  const page = await browser.newPage({ viewport: PHONE })
  await openAsOwner(page, foyer, consoleUrls.staff())
  const tabs = page.getByRole('navigation', { name: 'Staff' }).getByRole('list')
  // Their border is one pixel.
  expect(
    await tabs.evaluate((list: HTMLElement) => list.offsetHeight - list.clientHeight),
  ).toBeLessThanOrEqual(1)
  await page.close()
})

test('filters stay folded on phones, so that the first screen shows the list @full', async ({ foyer }) => {
  const page = await browser.newPage({ viewport: PHONE })
  await openAsOwner(page, foyer, consoleUrls.promoCodes())
  for (const [path, label] of [
    [consoleUrls.audit(), 'Changed by'],
    [consoleUrls.promoCodes(), 'Status'],
  ] as const) {
    await page.goto(foyer.url('aurora', path))
    await expectScreen(page)
    await expect(page.getByLabel(label, { exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
    await expectFits(page, PHONE.width)
  }
  await page.close()
})

test('the staff portal at 320 px: no name in the navigation is cut off or lies over another @full', async ({
  foyer,
}) => {
  const page = await browser.newPage({ viewport: PHONE })
  await openPortal(page, foyer)
  await page.goto(foyer.url('aurora', portalUrls.overview()))
  await expectLoaded(page)
  const places = page.getByRole('navigation').getByRole('link')
  await expect(places).toHaveCount(5)
  for (const place of await places.all()) expect(await cutOff(place), await place.innerText()).toBe(0)
  await page.close()
})

test('tables with long second lines fit at 320 px, and with names at 1024 px @full', async ({ foyer }) => {
  const page = await browser.newPage({ viewport: PHONE })
  await openAsOwner(page, foyer, consoleUrls.overview())
  await expectFits(page, PHONE.width)
  await page.goto(foyer.url('aurora', consoleUrls.fees()))
  await expectScreen(page)
  await expectFits(page, PHONE.width)
  await page.setViewportSize({ width: 1024, height: 768 })
  const names = page.getByRole('rowheader').locator('.secondary-text[dir]')
  await names.evaluateAll((lines) => {
    for (const line of lines)
      line.textContent = 'A long night with many guests from all over the country, and a guest of honour'
  })
  expect(await names.count()).toBeGreaterThan(0)
  await expectFits(page, 1024)
  await page.close()
})

test('links in tables are at least 44 px high at 360 px', async ({ foyer }) => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await openAsOwner(page, foyer, consoleUrls.events())
  for (const url of [consoleUrls.events(), consoleUrls.attendees(), consoleUrls.payouts()]) {
    await page.goto(foyer.url('aurora', url))
    const links = page.getByRole('table').getByRole('link')
    await expect(links.first()).toBeVisible()
    const heights = await links.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    expect(heights.filter((height) => height < 44)).toEqual([])
  }
  await page.close()
})
