import type { Page } from 'playwright'
import { openAsOwner } from './support/console.ts'
import { eachScreen } from './support/screens.ts'
import { expect, test } from './support/test.ts'

async function takeOrder(page: Page, name: string): Promise<void> {
  const [firstName = '', lastName = ''] = name.split(' ')
  await page.getByRole('button', { name: 'Create order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create order' })
  await dialog.getByRole('list', { name: 'Tickets' }).locator('input:enabled').first().fill('2')
  await dialog.getByLabel('Payment method').selectOption('Cash')
  await dialog.getByLabel('First name').fill(firstName)
  await dialog.getByLabel('Last name').fill(lastName)
  await dialog.getByLabel('Email (optional)').fill(`${firstName}@example.com`)
  await dialog.getByRole('button', { name: 'Create order: 2 tickets' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

test('a manual order is created, found, annotated, renamed, resent and partly refunded', async ({
  page,
  foyer,
}) => {
  const next = await foyer.db
    .selectFrom('events')
    .innerJoin('promoters', 'promoters.id', 'events.promoter_id')
    .innerJoin('ticket_types', 'ticket_types.event_id', 'events.id')
    .select('events.title')
    .where('promoters.slug', '=', 'aurora')
    .where('events.status', '=', 'published')
    .where('events.starts_at', '>', new Date())
    .orderBy('events.starts_at')
    .executeTakeFirstOrThrow()
  await openAsOwner(page, foyer, '/promoter/orders')
  await page.getByRole('button', { name: 'Create order' }).click()
  const offered = page.getByRole('dialog').getByLabel('Event').locator('option:checked')
  await expect(offered, 'the next event is offered first').toContainText(next.title)
  await page.keyboard.press('Escape')
  await takeOrder(page, 'Wilhelmina Quist')

  await page.getByLabel('Note for your team').fill('Comes by wheelchair')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Comes by wheelchair' })).toBeVisible()

  await page
    .getByRole('button', { name: /^Change the ticket holder/ })
    .first()
    .click()
  const holder = page.getByRole('dialog')
  await holder.getByLabel('First name').fill('Balthasar')
  await holder.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Balthasar Quist', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Send the tickets again' }).click()
  await expect(page.getByText('Tickets sent again')).toBeVisible()

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = page.getByRole('dialog', { name: /^Refund order/ })
  await refund.getByLabel('Some tickets').check()
  await refund.getByRole('checkbox').first().check()
  await expect(
    refund.getByText('1 ticket no longer valid and back on sale, 1 ticket still valid.'),
  ).toBeVisible()
  await refund.getByRole('button', { name: /^Refund / }).click()
  await expect(refund).toBeHidden()
  await expect(page.getByText('Partly refunded')).toBeVisible()

  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('balthas')
  await expect(page).toHaveURL(/q=balthas/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('link', { name: /Wilhelmina Quist/ })).toBeVisible()
  await page.getByLabel('Status').selectOption('Refunded')
  await expect(page.getByRole('heading', { name: 'No orders match' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: /Wilhelmina Quist/ })).toBeVisible()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as Excel' }).click()
  expect((await saved).suggestedFilename()).toBe('orders.xlsx')
})

test('a concurrent change is shown and not overwritten @full', async ({ page, foyer }) => {
  await openAsOwner(page, foyer, '/promoter/orders')
  await takeOrder(page, 'Ottilie Brandt')
  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const [each, name] of [
    [other, 'Theirs'],
    [page, 'Mine'],
  ] as const) {
    await each
      .getByRole('button', { name: /^Change the ticket holder/ })
      .first()
      .click()
    await each.getByRole('dialog').getByLabel('First name').fill(name)
  }
  await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Theirs Brandt', { exact: true })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Someone else has changed this')).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Mine Brandt', { exact: true })).toBeVisible()
})

test('after correcting a buyer’s address, the old link no longer works @full', async ({ page, foyer }) => {
  await openAsOwner(page, foyer, '/promoter/orders')
  await takeOrder(page, 'Ottilie Brandt')
  const link = page.getByRole('link', { name: 'View the buyer’s page' })
  const old = (await link.getAttribute('href')) ?? ''
  await page.getByRole('button', { name: 'Change the buyer’s email address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill('ottilie@example.org')
  await dialog.getByRole('button', { name: 'Save and send the tickets' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'ottilie@example.org' })).toBeVisible()
  await expect(link).not.toHaveAttribute('href', old)
  expect((await page.goto(foyer.url('aurora', old)))?.status()).toBe(410)
  await expect(page.getByRole('heading', { name: 'This link was replaced' })).toBeVisible()
})

test('on a phone, orders are compact and filters are collapsed @full', async ({ page, foyer }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAsOwner(page, foyer, '/promoter/orders')
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
  await expect(rows).toHaveCount(25)
  const list = await page.getByRole('table').boundingBox()
  expect(list?.y, 'the list begins on the first screen').toBeLessThan(600)
  expect(list?.height).toBeLessThan(25 * 96)
  await expect(page.getByLabel('Status')).toBeHidden()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Status').selectOption('Paid')
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(page).toHaveURL(/status=paid/)
})

test('a message is previewed and sent to attendees', async ({ page, foyer }) => {
  await openAsOwner(page, foyer, '/promoter/attendees')
  const chosen = await page.getByLabel('Event').locator('option').nth(1).getAttribute('value')
  await page.getByLabel('Event').selectOption(chosen)
  await expect(page.getByLabel('Tickets by type')).toBeVisible()
  await page.getByLabel('Event').selectOption('')
  await page.getByRole('button', { name: 'Email attendees' }).click()
  const dialog = page.getByRole('dialog', { name: 'Email attendees' })
  await dialog.getByLabel('Subject').fill('Doors open at eight')
  await dialog.getByLabel('Message').fill('See you **there**.')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('article', { name: 'Email preview' }).locator('strong')).toHaveText('there')
  await dialog.getByRole('button', { name: /^Send to [\d,]+ people$/ }).click()
  await expect(page.getByText(/^Sending to [\d,]+ people$/)).toBeVisible()
})

test('orders and attendees pass axe and fit every screen size @full', async ({ page, foyer }) => {
  test.setTimeout(180_000)
  await openAsOwner(page, foyer, '/promoter/orders')
  await takeOrder(page, 'Maximiliane-Charlotte von-der-Leyenburg-Hohenfelden')
  const order = page.url()
  await eachScreen(page, async (each) => {
    await each.goto(foyer.url('aurora', '/promoter/orders'))
    await expect(each.getByRole('table')).toBeVisible()
  })
  await eachScreen(page, async (each) => {
    await each.goto(order)
    await expect(each.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  })
  await eachScreen(page, async (each) => {
    await each.goto(order)
    await each.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(each.getByRole('button', { name: /^Refund €/ })).toBeVisible()
  })
  await eachScreen(page, async (each) => {
    await each.goto(foyer.url('aurora', '/promoter/attendees'))
    await expect(each.getByRole('table')).toBeVisible()
  })
})
