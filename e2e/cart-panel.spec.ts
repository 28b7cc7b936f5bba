import { sql } from 'kysely'
import type { Page } from 'playwright/test'
import { expectEveryScreen, LIGHT_DESKTOP, LIGHT_PHONE, NARROW_PHONE } from './support/screens.ts'
import { putOn, withCss, type Show } from './support/stage.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { chooseTickets, drawer, goToCheckout, openCart, panel } from './support/visitor.ts'

const heldOf = async (foyer: RunningFoyer, { ticketTypeId }: Show): Promise<number | undefined> => {
  const { rows } = await sql<{ held: number }>`
    select held from inventory where ticket_type_id = ${ticketTypeId}`.execute(foyer.db)
  return rows[0]?.held
}

test('an addition is confirmed in a panel, which can undo it or go on to the checkout', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Added And Undone')
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 2 })
  await expect(panel(page).getByRole('heading', { name: 'Added to your cart' })).toBeVisible()
  await expect(panel(page)).toContainText('2 × Entry')
  await expect(panel(page)).toContainText('Total for 2 tickets€40.00')
  await expect(panel(page).getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/)
  await expect(page.locator('.ticket-status')).toHaveText('Added to your cart: 2 × Entry.')
  await expectEveryScreen(page, LIGHT_PHONE, NARROW_PHONE, LIGHT_DESKTOP)
  await panel(page).getByRole('button', { name: 'Undo' }).click()
  await expect(panel(page)).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: /Cart.*empty/ })).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Entry' })).toHaveValue('2')
  await expect.poll(() => heldOf(foyer, show)).toBe(0)
  await chooseTickets(page, {})
  await goToCheckout(page)
  expect(await heldOf(foyer, show)).toBe(2)
})

test('the panel loads no React; opening the cart does @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Without React')
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto(foyer.url('aurora', show.path), { waitUntil: 'networkidle' })
  await chooseTickets(page, { Entry: 1 })
  await page.waitForLoadState('networkidle')
  const isReact = (path: string): boolean => path.includes('/react')
  expect(scripts.filter(isReact)).toEqual([])
  await openCart(page)
  expect(scripts.filter(isReact)).not.toEqual([])
})

test('Esc and a tap elsewhere close the panel, and the cart stays @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Panel Dismissed')
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(page.locator('.ticket-submit')).toBeFocused()
  await chooseTickets(page, { Entry: 1 })
  await expect(panel(page)).toContainText('Total for 2 tickets')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(panel(page)).toBeHidden()
  expect(await heldOf(foyer, show)).toBe(2)
})

test('the hold’s end is announced in the panel two minutes before, and when it comes @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Panel Countdown')
  await page.clock.install()
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await page.clock.fastForward('08:30')
  await expect(panel(page).getByRole('status')).toHaveText('Your tickets are held for two more minutes.')
  await page.clock.fastForward('02:00')
  await expect(panel(page).getByRole('heading', { name: 'Your tickets are no longer held' })).toBeVisible()
  await expect(panel(page).getByRole('link', { name: 'Checkout' })).toBeHidden()
  await expectAccessible(page)
  await openCart(page)
  await expect(drawer(page).getByRole('button', { name: 'Hold tickets again' })).toBeVisible()
})

test('offline, the tickets are kept and held as soon as the network is back @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Panel Offline')
  await page.goto(foyer.url('aurora', show.path))
  const loaded = page.waitForResponse(/\/shop\..*\.js$/)
  await page.getByRole('button', { name: 'Add one Entry', exact: true }).hover()
  await loaded
  await page.context().setOffline(true)
  await chooseTickets(page, { Entry: 1 })
  await expect(panel(page).getByRole('heading', { name: 'Saved, but not held yet' })).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await expect(panel(page).getByRole('heading', { name: 'Added to your cart' })).toBeVisible()
  await expect(panel(page).getByRole('status')).toHaveText('Added to your cart: 1 × Entry.')
  expect(await heldOf(foyer, show)).toBe(1)
})

test('if the drawer can’t be loaded, a second tap opens the cart’s page @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'No Drawer')
  await page.route(/\/react\..*\.js$/, (route) => route.abort())
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  const link = panel(page).getByRole('link', { name: 'View cart' })
  await link.click()
  await expect(link).toHaveAttribute('aria-busy', 'true')
  await link.click()
  await expect(page).toHaveURL(/\/cart$/)
})

test('in a right-to-left page, and with a promoter’s CSS, the panel stays as it is @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Panel Guarded')
  const css =
    '* { letter-spacing: 9px; color: rgb(255, 0, 0) } main { font-size: 40px; background: rgb(0, 0, 0) } cart-panel { color: rgb(255, 0, 0) }'
  await withCss(foyer, { slug: 'aurora', css }, async () => {
    await expect(async () => {
      await page.goto(foyer.url('aurora', show.path))
      const spacing = await page.locator('h1').evaluate((title) => getComputedStyle(title).letterSpacing)
      expect(spacing).toBe('9px')
    }).toPass()
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    await chooseTickets(page, { Entry: 1 })
    const styles = await panel(page).evaluate((element) =>
      [element, ...element.querySelectorAll('h2, li, p')].map((each) => {
        const { color, letterSpacing } = getComputedStyle(each)
        return color === 'rgb(255, 0, 0)' || letterSpacing === '9px'
      }),
    )
    expect(styles.length).toBeGreaterThan(3)
    expect(styles).not.toContain(true)
    const box = await panel(page).boundingBox()
    expect(box?.x, 'at the end of the line, which is on the left').toBeLessThan(100)
  })
})

test('tickets of another organiser are asked about in the cart’s drawer @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Other Organiser')
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await page.evaluate(() => {
    const [item] = JSON.parse(localStorage.getItem('cart') ?? '[]')
    localStorage.setItem('cart', JSON.stringify([{ ...item, promoterId: crypto.randomUUID() }]))
  })
  await page.reload()
  await page.getByRole('button', { name: 'Add one Entry', exact: true }).click()
  await page.getByRole('button', { name: /^Add 1 ticket/ }).click()
  await expect(drawer(page).getByText('Start a new cart?')).toBeVisible()
  await expect(panel(page)).toBeHidden()
})

/** Chooses two tickets as soon as the page is ready, before the pointer has made it load the cart's code. */
async function addTwo(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('ticket-form:defined').waitFor()
  await page.locator('ticket-form input[type=number]').evaluate((input: HTMLInputElement) => {
    input.value = '2'
    input.form?.requestSubmit()
  })
}

test('the tickets are held before the cart’s code has been loaded, by one request', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Held Early')
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') requests.push(request.url())
  })
  const loading = Promise.withResolvers<void>()
  await page.route(/\/shop\..*\.js$/, async (route) => {
    await loading.promise
    await route.continue()
  })
  await addTwo(page, foyer.url('aurora', show.path))
  await expect.poll(() => heldOf(foyer, show)).toBe(2)
  await expect(panel(page)).toBeHidden()
  loading.resolve()
  await expect(panel(page).getByRole('heading', { name: 'Added to your cart' })).toBeVisible()
  expect(requests).toHaveLength(1)
  expect(await heldOf(foyer, show)).toBe(2)
})

test('if the cart’s code can’t be loaded, the form gets the last tickets @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'No Code', { capacity: 2 })
  await page.route(/\/shop\..*\.js$/, (route) =>
    route.request().frame().url().endsWith(show.path) ? route.abort() : route.continue(),
  )
  await addTwo(page, foyer.url('aurora', show.path))
  await expect(page).toHaveURL(/\/cart/)
  await expect(page.getByText('No Code').first()).toBeVisible()
  expect(await heldOf(foyer, show)).toBe(2)
})
