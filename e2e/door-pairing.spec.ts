import type { Page } from 'playwright/test'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { buy } from '#tests/support/buyer.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { signIn } from './support/members.ts'
import { expectEveryScreen, LIGHT_DESKTOP, LIGHT_PHONE } from './support/screens.ts'
import { putOn, type Show } from './support/stage.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const PRICE = 20

/** Buys a ticket through the API, and returns its code. */
async function buyTicket(foyer: RunningFoyer, { ticketTypeId }: Show): Promise<string> {
  const bought = await buy(foyer.url(''), { ticketTypeId, quantity: 1, priceOf: () => PRICE })
  if (bought.kind !== 'bought') throw new Error(JSON.stringify(bought))
  const { code } = await foyer.db
    .selectFrom('tickets')
    .select('code')
    .where('order_id', '=', bought.orderId)
    .executeTakeFirstOrThrow()
  return code
}

/** Creates a pairing in the console, and returns the code that is shown. */
async function showCode(page: Page, title: string): Promise<string> {
  await page.getByRole('button', { name: 'Pair a device' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the device').fill('North gate 2')
  await dialog.getByLabel(title).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Show the code' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  return (await dialog.locator('.pairing-text code').textContent()) ?? ''
}

async function check(page: Page, code: string, word: string): Promise<void> {
  await page.getByLabel('Ticket code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Result' }).getByText(word, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
}

/** Waits until the service worker has stored the page. */
const untilStored = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => (await (await caches.open('foyer-door')).match('/account/staff/door'))?.ok),
    )
    .toBe(true)

test('a device without an account is paired, scans without a network, and is revoked @full', async ({
  page,
  browser,
  foyer,
}) => {
  test.slow()
  const show = await putOn(foyer, 'Pairing Night')
  const [first, second] = [await buyTicket(foyer, show), await buyTicket(foyer, show)]
  await page.goto(foyer.url('aurora', '/promoter/check-in/devices'))
  await signIn(page, 'owner@aurora.example', DEMO_PASSWORD)
  const code = await showCode(page, 'Pairing Night')
  await expectEveryScreen(page, LIGHT_PHONE, LIGHT_DESKTOP)

  const context = await browser.newContext()
  const device = await context.newPage()
  await device.goto(foyer.url('aurora', `/account/staff/door#pair=${code}`))
  await expect(device.getByLabel('Code')).toHaveValue(code)
  expect(device.url(), 'the code is removed from the address').not.toContain('pair')
  await expectEveryScreen(device, LIGHT_PHONE, LIGHT_DESKTOP)
  await device.getByRole('button', { name: 'Pair this device' }).click()
  await expect(device.getByText('Paired as North gate 2')).toBeVisible()
  await expectEveryScreen(device, LIGHT_PHONE)
  await expect(page.getByRole('heading', { name: 'North gate 2 is paired' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()

  await device.getByRole('link', { name: 'Pairing Night' }).click()
  await expect(device.getByText('Online')).toBeVisible()
  await expect(device.getByRole('search'), 'with the right to search').toBeVisible()
  await check(device, first, 'Valid')
  await expect(
    device.getByRole('region', { name: 'Last scan' }).getByRole('button', { name: 'Undo' }),
    'without the right to undo',
  ).toHaveCount(0)
  await expect(device.getByText('waiting')).toHaveCount(0)

  await untilStored(device)
  await context.setOffline(true)
  await device.reload()
  await expect(device.getByText('Offline')).toBeVisible()
  await check(device, second, 'Valid')
  await expect(device.getByText('1 scan waiting')).toBeVisible()
  await context.setOffline(false)
  await expect(device.getByText('1 scan waiting')).toHaveCount(0, { timeout: 20_000 })

  const row = page.getByRole('row', { name: /North gate 2/ })
  await expect(row.getByText('Just now')).toBeVisible({ timeout: 20_000 })
  await expectEveryScreen(page, LIGHT_PHONE, LIGHT_DESKTOP)
  await page.getByRole('button', { name: 'Revoke North gate 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke device' }).click()
  await expect(row.getByText('Revoked')).toBeVisible()
  await expect(device.getByText('This device was revoked')).toBeVisible({ timeout: 15_000 })
  await expect(device.getByLabel('Ticket code')).toHaveCount(0)
  await expectEveryScreen(device, LIGHT_PHONE)
  await context.close()
})

test('a wrong code is refused, and members sign in instead @full', async ({ page, foyer }) => {
  await page.goto(foyer.url('aurora', '/account/staff/door'))
  await page.getByLabel('Code').fill('0000-0000')
  await page.getByRole('button', { name: 'Pair this device' }).click()
  await expect(page.getByText(/This code is wrong, has expired/).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'owner@aurora.example', DEMO_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Choose an event' })).toBeVisible()
})

test('an open door stops for a member who isn’t assigned to it any more @full', async ({ page, foyer }) => {
  const { ticketTypeId } = await putOn(foyer, 'Shift Night')
  const { event_id, promoter_id } = await foyer.db
    .selectFrom('ticket_types')
    .select(['event_id', 'promoter_id'])
    .where('id', '=', ticketTypeId)
    .executeTakeFirstOrThrow()
  const { id: account_id } = await foyer.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'door@aurora.example')
    .executeTakeFirstOrThrow()
  const assignment = { promoter_id, event_id, account_id, role: 'door', starts_at: new Date() }
  await foyer.db
    .insertInto('assignments')
    .values({ ...assignment, ends_at: new Date(Date.now() + 3_600_000) })
    .execute()
  await page.goto(foyer.url('aurora', `/account/staff/door`))
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'door@aurora.example', DEMO_PASSWORD)
  await page.getByRole('link', { name: 'Shift Night' }).click()
  await expect(page.getByText('Online')).toBeVisible()
  await foyer.db.deleteFrom('assignments').where('event_id', '=', event_id).execute()
  await expect(page.getByText('You can’t check tickets here')).toBeVisible()
  await expect(page.getByLabel('Ticket code')).toHaveCount(0)
  await expectEveryScreen(page, LIGHT_PHONE)
})
