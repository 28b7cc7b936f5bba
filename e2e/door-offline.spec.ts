import type { Browser, BrowserContext, Page } from 'playwright/test'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { buy } from '#tests/support/buyer.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { signIn } from './support/members.ts'
import { expectEveryScreen, LIGHT_PHONE } from './support/screens.ts'
import { putOn, type Show } from './support/stage.ts'
import { expect, expectAccessible, test } from './support/test.ts'

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

const PRICE = 20

async function openDoor(page: Page, foyer: RunningFoyer, title: string): Promise<void> {
  await page.goto(foyer.url('aurora', '/account/staff/door'))
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'owner@aurora.example', DEMO_PASSWORD)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page.getByText('Online')).toBeVisible()
}

const result = (page: Page) => page.getByRole('region', { name: 'Result' })

async function check(page: Page, code: string, word: string): Promise<void> {
  await page.getByLabel('Ticket code').fill(code)
  await page.keyboard.press('Enter')
  await expect(result(page).getByText(word, { exact: true })).toBeVisible()
}

/** Waits until the service worker has stored the page. */
const untilStored = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => (await (await caches.open('foyer-door')).match('/account/staff/door'))?.ok),
    )
    .toBe(true)

async function openSecondDevice(browser: Browser, foyer: RunningFoyer, title: string) {
  const context: BrowserContext = await browser.newContext()
  const page = await context.newPage()
  await page.goto(foyer.url('aurora', '/account/staff/door'))
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'owner@aurora.example', DEMO_PASSWORD)
  await page.getByLabel('Name of this device').fill('South gate')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('Online')).toBeVisible()
  return { context, page }
}

test('a door works without a network, and both devices learn of a double entry @full', async ({
  page,
  context,
  browser,
  foyer,
}) => {
  test.slow()
  const show = await putOn(foyer, 'Door Night')
  const [first, second] = [await buyTicket(foyer, show), await buyTicket(foyer, show)]
  await openDoor(page, foyer, 'Door Night')
  await expectEveryScreen(page, LIGHT_PHONE)

  await check(page, first, 'Valid')
  await expect(result(page), 'closes by itself').toHaveCount(0)
  await check(page, first.toLowerCase(), 'Already used')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Ticket code'), 'has focus again').toBeFocused()

  await untilStored(page)
  const other = await openSecondDevice(browser, foyer, 'Door Night')
  await expect(page.getByText('waiting'), 'all is sent').toHaveCount(0)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Offline')).toBeVisible()
  await check(page, second, 'Valid')
  await expect(page.getByText('1 scan waiting')).toBeVisible()
  await check(other.page, second, 'Valid')

  await context.setOffline(false)
  for (const each of [page, other.page]) {
    await expect(each.getByText('1 double entry')).toBeVisible({ timeout: 20_000 })
    await expect(each.getByText(/^(First|Again): .*South gate/)).toBeVisible()
  }
  await expectAccessible(page)

  await page.getByRole('region', { name: 'Last scan' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Scanned by mistake' }).click()
  await expect(page.getByText('1 double entry')).toHaveCount(0)
  await expect(other.page.getByText('1 double entry')).toHaveCount(0, { timeout: 20_000 })
  await other.context.close()
})

test('a hand scanner’s code is read whatever has focus', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Scanner Night')
  const code = await buyTicket(foyer, show)
  await openDoor(page, foyer, 'Scanner Night')
  await page.getByRole('button', { name: 'Scan with the camera' }).focus()
  await page.keyboard.type(code.replace('-', ''))
  await page.keyboard.press('Enter')
  await expect(result(page).getByText('Valid', { exact: true })).toBeVisible()
  await page.keyboard.type('00000-00000')
  await page.keyboard.press('Enter')
  await expect(result(page).getByText('Unknown', { exact: true })).toBeVisible()
})

test('after a reload without a session, the page says that scans wait, and sends them after sign-in', async ({
  page,
  context,
  foyer,
}) => {
  test.slow()
  const show = await putOn(foyer, 'Long Night')
  const code = await buyTicket(foyer, show)
  await openDoor(page, foyer, 'Long Night')
  await untilStored(page)
  await context.setOffline(true)
  await check(page, code, 'Valid')
  await expect(page.getByText('1 scan waiting')).toBeVisible()
  await context.clearCookies()
  await page.evaluate(() => localStorage.removeItem('customer_access_token'))
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByText('Not sent yet: 1 scan or sale')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'sign in', exact: true }).click()
  await signIn(page, 'owner@aurora.example', DEMO_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Long Night', level: 1 })).toBeVisible()
  await expect(page.getByText('1 of 1 admitted')).toBeVisible()
  await expect(page.getByText('waiting')).toHaveCount(0)
})
