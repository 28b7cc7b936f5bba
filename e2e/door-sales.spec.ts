import type { Browser, Page } from 'playwright/test'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { signIn } from './support/members.ts'
import { expectEveryScreen, LIGHT_DESKTOP, LIGHT_PHONE } from './support/screens.ts'
import { putOn } from './support/stage.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('a device sells for cash without a network, and the order exists once it is back @full', async ({
  page,
  context,
  browser,
  foyer,
}) => {
  test.slow()
  const show = await putOn(foyer, 'Box Office Night', { capacity: 8 })
  await openDoor(page, foyer, 'Box Office Night')
  await page.getByRole('button', { name: 'Sell', exact: true }).click()
  await setShare(page, 5)
  await expectFree(browser, foyer.url('aurora', show.path), 3)

  await context.setOffline(true)
  const add = page.getByRole('button', { name: /^Add one/ })
  await add.click()
  await add.click()
  await page.getByLabel('Cash received (optional)').fill('50')
  await expect(page.getByText('Change: €10.00')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '2 tickets paid' }).click()
  await expect(page.getByRole('heading', { name: 'Sold: 2 tickets' })).toBeFocused()
  await expectAccessible(page)
  await expect(page.getByText('1 sale waiting')).toBeVisible()
  await page.getByRole('button', { name: 'Admit now' }).click()
  await expect(page.getByText('Admitted.')).toBeVisible()
  await page.getByRole('button', { name: 'Next sale' }).click()
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await expect(page.getByText('3 left')).toBeVisible()
  await expect(page.getByText('2 scans and 1 sale waiting')).toBeVisible()
  await scanSoldTicket(page)

  await context.setOffline(false)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('waiting'), 'all is sent').toHaveCount(0, { timeout: 30_000 })
  await expectEveryScreen(page, LIGHT_PHONE)
  const orders = await foyer.db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(['orders.status', 'orders.taken_outside', 'orders.total_cents', 'orders.id'])
    .where('order_items.ticket_type_id', '=', show.ticketTypeId)
    .execute()
  expect(orders).toMatchObject([{ status: 'paid', taken_outside: 'cash' }])
  const used = (): Promise<{ status: string }[]> =>
    foyer.db
      .selectFrom('tickets')
      .select('status')
      .where('order_id', '=', orders[0]?.id ?? '')
      .execute()
  await expect.poll(used, { timeout: 30_000 }).toEqual([{ status: 'used' }, { status: 'used' }])

  await page.getByRole('button', { name: 'Void the last sale' }).click()
  await page.getByRole('button', { name: 'Wrong ticket' }).click()
  await expect(page.getByText('Voided: Wrong ticket')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('0 tickets').first()).toBeVisible()
})

/** A visitor's page of the event offers the tickets that no device has. */
async function expectFree(browser: Browser, url: string, free: number): Promise<void> {
  const visitor = await browser.newContext()
  const shop = await visitor.newPage()
  await shop.goto(url)
  await expect(shop.getByText(new RegExp(`${free} left`)).first()).toBeVisible()
  await visitor.close()
}

/** Scanned with a hand scanner. The verdict covers the Sell view until it closes. */
async function scanSoldTicket(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sell', exact: true }).focus()
  await page.keyboard.type('0000000000')
  await page.keyboard.press('Enter')
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByText('Unknown', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('button', { name: 'Sell', exact: true })).toBeVisible()
}

test('a buyer pays on a phone of their own, at the event’s page', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Own Phone Night')
  await openDoor(page, foyer, 'Own Phone Night')
  await page.getByRole('button', { name: 'Sell', exact: true }).click()
  await page.getByRole('button', { name: 'Buyer pays by phone' }).click()
  await expect(page.getByRole('heading', { name: 'Buy on your phone' })).toBeFocused()
  await expect(page.getByText(show.path)).toBeVisible()
  await expectEveryScreen(page, LIGHT_PHONE)
  await page.getByRole('button', { name: 'Back to selling' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Buyer pays by phone' })).toBeVisible()
})

test('the console gives tickets to a device, shows its sales and takes the rest back @full', async ({
  page,
  context,
  foyer,
}) => {
  test.slow()
  await putOn(foyer, 'Console Night')
  await openDoor(page, foyer, 'Console Night')
  await page.getByRole('button', { name: 'Sell', exact: true }).click()
  const fixture = await context.newPage()
  await fixture.goto(foyer.url('aurora', '/promoter/check-in?view=sales'))
  await fixture
    .getByLabel('Event', { exact: true })
    .selectOption({ label: await labelOf(fixture, 'Console Night') })
  await fixture.getByRole('button', { name: 'Give tickets' }).click()
  const dialog = fixture.getByRole('dialog')
  await dialog.getByLabel('Number of tickets it may sell').fill('4')
  await expectAccessible(fixture)
  await dialog.getByRole('button', { name: 'Give tickets' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(fixture.getByText('4 tickets · Entry')).toBeVisible()

  await expect(page.getByText('4 left')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: /^Add one/ }).click()
  await page.getByRole('button', { name: '1 ticket paid' }).click()
  await page.getByRole('button', { name: 'Next sale' }).click()
  const sales = fixture.getByRole('table', { name: 'Sales', exact: true })
  await expect(sales.getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(fixture.getByText('3 tickets · Entry')).toBeVisible()
  await expectEveryScreen(fixture, LIGHT_PHONE, LIGHT_DESKTOP)

  await page.getByRole('button', { name: 'Void the last sale' }).click()
  await page.getByRole('button', { name: 'Wrong ticket' }).click()
  await expect(sales.getByText('Wrong ticket')).toBeVisible({ timeout: 30_000 })
  await fixture.getByRole('button', { name: /^Recall tickets from/ }).click()
  await expect(fixture.getByText('No device has tickets to sell.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('This device has no tickets to sell.')).toBeVisible({ timeout: 20_000 })
  await sales.getByRole('link').click()
  await expect(fixture).toHaveURL(/\/promoter\/orders\//)
})

/** The event's option, with its date. */
const labelOf = async (page: Page, title: string): Promise<string> =>
  (await page.getByRole('option', { name: title }).textContent()) ?? ''

test('a revoked device says how many sales wait, and sends them once it is paired again @full', async ({
  page,
  browser,
  foyer,
}) => {
  test.slow()
  await putOn(foyer, 'Lost Box Night')
  await page.goto(foyer.url('aurora', '/promoter/check-in/devices'))
  await signIn(page, 'owner@aurora.example', DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Pair a device' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the device').fill('Box office')
  await dialog.getByLabel('Lost Box Night').check()
  await dialog.getByLabel(/^Sell/).check()
  await dialog.getByRole('button', { name: 'Show the code' }).click()
  const code = dialog.locator('.pairing-text code')
  const fixture = await browser.newContext()
  const device = await fixture.newPage()
  const pair = async (): Promise<void> => {
    await device.goto('about:blank')
    await device.goto(foyer.url('aurora', `/account/staff/door#pair=${(await code.textContent()) ?? ''}`))
    await device.getByRole('button', { name: 'Pair this device' }).click()
    await device.getByRole('link', { name: 'Lost Box Night' }).click()
  }
  await pair()
  await device.getByRole('button', { name: 'Sell', exact: true }).click()
  await setShare(device, 3)
  await fixture.setOffline(true)
  await device.getByRole('button', { name: /^Add one/ }).click()
  await device.getByRole('button', { name: '1 ticket paid' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke Box office' }).click()
  await dialog.getByRole('button', { name: 'Revoke device' }).click()
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
  await fixture.setOffline(false)
  await expect(device.getByText('This device was revoked')).toBeVisible({ timeout: 20_000 })
  await expect(device.getByText(/^1 sale wasn’t sent/)).toBeVisible()
  await expectEveryScreen(device, LIGHT_PHONE)
  await device.reload()
  await expect(device.getByText(/^1 sale wasn’t sent/), 'also after a reload').toBeVisible()

  await page.getByRole('button', { name: 'New code for Box office' }).click()
  await expect(code).toBeVisible()
  await pair()
  await device.getByRole('button', { name: 'Sell', exact: true }).click()
  await expect(device.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 })
  await fixture.close()
})

async function openDoor(page: Page, foyer: RunningFoyer, title: string): Promise<void> {
  await page.goto(foyer.url('aurora', '/account/staff/door'))
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'owner@aurora.example', DEMO_PASSWORD)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('Online')).toBeVisible()
}

async function setShare(page: Page, quantity: number): Promise<void> {
  await page.getByText('Tickets to sell on this device').click()
  const share = page.getByRole('spinbutton').first()
  await share.fill(String(quantity))
  await share.press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByText(`${quantity} left`)).toBeVisible()
}
