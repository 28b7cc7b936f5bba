import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expectScreen, openAsOwner } from './support/console.ts'
import { expectEveryScreen, LIGHT_DESKTOP } from './support/screens.ts'
import { putOn } from './support/stage.ts'
import { expect, test } from './support/test.ts'
import { buyAsGuest, chooseTickets, PERSONS_BROWSER } from './support/visitor.ts'

test.use({ userAgent: PERSONS_BROWSER })

async function expectFine(page: Page): Promise<void> {
  await expectScreen(page)
  await expectEveryScreen(page, LIGHT_DESKTOP)
}

const table = (page: Page) => page.getByRole('table', { name: 'Report data' })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name, exact: true })

test('the overview and every report fit phone and desktop, in light and dark @full', async ({
  page,
  foyer,
}) => {
  test.slow()
  await openAsOwner(page, foyer, '/promoter')
  for (const name of [
    'Key figures',
    'Day by day',
    'Upcoming events',
    'Tickets by type',
    'Top links',
    'Recent orders',
  ])
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  await expectFine(page)
  await page.goto(foyer.url('aurora', '/promoter/reports'))
  const reports = [
    'Sales',
    'Ticket types',
    'Channels',
    'Links',
    'Promo codes',
    'Funnel',
    'Pace',
    'Refunds',
    'Fees',
    'Taxes',
    'Payouts',
  ]
  for (const name of reports) {
    await tab(page, name).click()
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    await expectFine(page)
  }
})

test('a sale and its page views appear at once', async ({ page, browser, foyer }) => {
  const { path } = await putOn(foyer, 'Counted Night', { name: 'Counted entry' })
  await openAsOwner(page, foyer, '/promoter/reports?report=types')
  await expect(table(page).getByRole('rowheader', { name: 'Counted entry' })).toHaveCount(0)

  const context = await browser.newContext({ userAgent: await page.evaluate(() => navigator.userAgent) })
  const visitor = await context.newPage()
  await visitor.goto(foyer.url('aurora', `${path}?utm_source=Night-Mail`))
  await chooseTickets(visitor, { 'Counted entry': 2 })
  await buyAsGuest(visitor)
  await context.close()

  await page.reload()
  await page.getByRole('button', { name: /^Show all \d+ lines/ }).click()
  await expect(table(page).getByRole('row').filter({ hasText: 'Counted entry' })).toContainText('2')
  await tab(page, 'Channels').click()
  await expect
    .poll(async () => {
      await page.reload()
      await expect(table(page)).toBeVisible()
      return table(page).getByRole('row').filter({ hasText: 'night-mail' }).count()
    })
    .toBe(1)
})

test('report parameters are in the URL, which supports sharing, history and downloads @full', async ({
  page,
  foyer,
}) => {
  await openAsOwner(page, foyer, '/promoter/reports')
  await page.getByRole('button', { name: '90 days' }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/)
  await page.getByLabel('By', { exact: true }).selectOption('week')
  await expect(page).toHaveURL(/by=week/)
  await expect(table(page).getByRole('columnheader', { name: 'Week of' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('By', { exact: true })).toHaveValue('week')

  await tab(page, 'Ticket types').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/report=types/)
  const row = table(page).getByRole('rowheader').first()
  const named = await row.innerText()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^types-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain(named)

  await page.goBack()
  await expect(table(page).getByRole('columnheader', { name: 'Week of' })).toBeVisible()
  await expect(tab(page, 'Sales')).toHaveAttribute('aria-current', 'page')
})
