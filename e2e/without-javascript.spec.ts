import { sql } from 'kysely'
import type { Locator, Page } from 'playwright/test'
import { CART_COOKIES } from '#contracts/platform/cookies.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { fullUnless } from '#tests/support/sample.ts'
import { CARDS } from '#tests/support/shop.ts'
import { putOn } from './support/stage.ts'
import { expect, test } from './support/test.ts'
import {
  acceptTerms,
  drawer,
  fillCard,
  fillContact,
  orderHeading,
  payButton,
  tickets,
} from './support/visitor.ts'

test.use({ javaScriptEnabled: false })

test.afterEach(async ({ foyer }) => {
  expect(await findContradictions(foyer.db)).toEqual([])
})

async function chooseTickets(page: Page, quantities: Record<string, number>): Promise<void> {
  for (const [name, quantity] of Object.entries(quantities))
    await page.getByRole('spinbutton', { name: `Quantity of ${name}`, exact: true }).fill(String(quantity))
  await page.getByRole('button', { name: 'Choose tickets' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart', level: 1 })).toBeVisible()
}

/** Playwright’s search by text ignores the content of `noscript`. */
const said = (page: Page, words: string): Locator =>
  page.getByRole('paragraph').or(page.getByRole('definition')).filter({ hasText: words })

const alert = (page: Page, words: string): Locator => page.getByRole('alert').filter({ hasText: words })

const applyPromo = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Promo code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

const goToCheckout = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Checkout', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible()
}

test('tickets of two types with a promo code are bought with links and forms alone', async ({
  page,
  foyer,
}) => {
  await page.goto(foyer.url('aurora'))
  await page
    .getByRole('link', { name: /Halbmond/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^One Standing/ })).toHaveCount(0)
  await chooseTickets(page, { Standing: 2, 'Standing + signed LP': 1 })
  await expect(page).toHaveURL(/\/cart$/)
  await expect(said(page, 'Your tickets are held for 9 more minutes.')).toBeVisible()
  await expect(page.getByText('Loading your cart…')).toBeHidden()

  await applyPromo(page, 'no such code')
  await expect(page.getByLabel('Promo code')).toHaveValue('no such code')
  await expect(said(page, 'This promo code isn’t valid for the tickets in your cart.')).toBeVisible()
  await applyPromo(page, 'halbmond')
  await expect(said(page, '−€7.20')).toBeVisible()

  await goToCheckout(page)
  await expect(
    page.getByRole('complementary', { name: 'Order summary' }).getByRole('heading', { name: /Halbmond/ }),
  ).toBeVisible()
  await page.getByRole('group', { name: 'Contact', exact: true }).getByLabel('Email').fill('not an address')
  await fillCard(page)
  await payButton(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Please check these fields' })
  await expect(summary.getByRole('link', { name: 'Enter your first name.' })).toBeVisible()
  const email = page.getByRole('group', { name: 'Contact', exact: true }).getByLabel('Email')
  await expect(email).toHaveValue('not an address')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Card number')).toHaveValue('')

  await fillContact(page)
  await fillCard(page)
  await acceptTerms(page)
  const pay = await payButton(page).textContent()
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
  await expect(page).toHaveURL(/\/orders\/[\da-f-]{36}$/)
  await expect(tickets(page)).toHaveCount(3)
  await expect(page.getByText(pay?.replace('Pay ', '') ?? 'no amount').last()).toBeVisible()
  const orderId = page.url().split('/').at(-1)
  const { order } = (await (await page.request.get(foyer.url('', `/api/public/orders/${orderId}`))).json())
    .data
  expect(order).toMatchObject({ status: 'paid', discount: 7.2, promoCode: 'HALBMOND' })

  await page.goto(foyer.url('aurora', '/cart'))
  await expect(said(page, 'Your cart is empty.')).toBeVisible()
  await expect(said(page, 'no longer held')).toHaveCount(0)
})

test('a declined card shows its reason, and another pays the same order @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Plainly Declined')
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  await fillContact(page, 'plain@example.com')
  await fillCard(page, CARDS.declined)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(alert(page, 'Your card was declined. Try another card.')).toBeVisible()
  await page.reload()
  await expect(alert(page, 'Your card was declined. Try another card.')).toBeVisible()
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
  const { rows } = await sql`select status from orders where email = 'plain@example.com'`.execute(foyer.db)
  expect(rows).toEqual([{ status: 'paid' }])
})

test('3-D Secure: a refusal returns to the card, an approval pays and clears the cart @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Plainly Asked')
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  await fillContact(page, 'asked@example.com')
  await fillCard(page, CARDS.challenged)
  await acceptTerms(page)
  await payButton(page).click()
  await page.getByRole('button', { name: 'It wasn’t me' }).click()
  await expect(alert(page, 'couldn’t verify that it was you')).toBeVisible()
  await fillCard(page, CARDS.challenged)
  await payButton(page).click()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(orderHeading(page)).toBeVisible()
  await page.goto(foyer.url('aurora', '/cart'))
  await expect(said(page, 'no longer held')).toHaveCount(0)
})

test('the page of a late payment reloads itself @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Plainly Late')
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  await fillContact(page, 'plainly-late@example.com')
  await fillCard(page, CARDS.late)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
  await foyer.advance(5_000)
  await expect(orderHeading(page)).toBeVisible({ timeout: 15_000 })
  await expect(tickets(page)).toHaveCount(1)
})

test('sold-out tickets, price changes and expiry are explained without JavaScript', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Plainly Scarce', { capacity: 3 })
  await page.goto(foyer.url('aurora', show.path))
  const path = `/api/public/carts/${crypto.randomUUID()}`
  const items = [{ ticketTypeId: show.ticketTypeId, quantity: 2 }]
  expect((await page.request.put(foyer.url('', path), { data: { items } })).ok()).toBe(true)
  await chooseTickets(page, { Entry: 3 })
  await expect(alert(page, 'Only 1 of Entry could be held: the rest is sold out.')).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Entry' })).toHaveValue('1')

  await goToCheckout(page)
  await fillContact(page, 'scarce@example.com')
  await fillCard(page)
  await acceptTerms(page)
  await sql`update ticket_types set price_cents = 2300 where id = ${show.ticketTypeId}`.execute(foyer.db)
  await payButton(page).click()
  const change = page.getByRole('alert').filter({ hasText: 'The price has changed' })
  await expect(change).toContainText('€20.00')
  await expect(change).toContainText('€23.00')
  await expect(page.getByRole('button', { name: 'Accept and pay €23.00' })).toBeVisible()
  await expect(page.getByLabel('Last name')).toHaveValue('Lovelace')

  await foyer.advance(10 * 60_000)
  await fillCard(page)
  await page.getByRole('button', { name: 'Accept and pay €23.00' }).click()
  await expect(said(page, 'Your tickets are no longer held')).toBeVisible()
  await page.getByRole('link', { name: 'Cart' }).first().click()
  await expect(alert(page, 'Your tickets are no longer held')).toBeVisible()
  const { rows } = await sql`select from orders where email = 'scarce@example.com'`.execute(foyer.db)
  expect(rows).toEqual([])
})

test('a quantity below the minimum is refused, with a link back to the event', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Plainly Few', { minPerOrder: 4 })
  await page.goto(foyer.url('aurora', show.path))
  await page.getByRole('spinbutton', { name: 'Quantity of Entry' }).fill('2')
  await page.getByRole('button', { name: 'Choose tickets' }).click()
  await expect(alert(page, 'These tickets weren’t added')).toContainText(
    'Entry has a minimum of 4 per order.',
  )
  await page.getByRole('link', { name: 'Back to the event' }).click()
  await expect(page).toHaveURL(foyer.url('aurora', show.path))
})

test('quantities can be changed, tickets added and removed without JavaScript @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Plainly Changed')
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  const quantity = page.getByRole('spinbutton', { name: 'Quantity of Entry' })
  await quantity.fill('4')
  await page.getByRole('button', { name: 'Update quantities' }).click()
  await expect(said(page, '€80.00').last()).toBeVisible()
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 2 })
  await expect(quantity).toHaveValue('6')
  await page.getByRole('button', { name: 'Remove all Entry' }).click()
  await expect(said(page, 'Your cart is empty.')).toBeVisible()
  await expect(said(page, 'no longer held')).toHaveCount(0)
})

test('a cart of forms is merged when JavaScript is available again @full', async ({
  browser,
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Scripts Again')
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 2 })
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    javaScriptEnabled: true,
  })
  const scripted = await context.newPage()
  await scripted.goto(foyer.url('aurora', '/cart'))
  await expect(scripted.getByRole('timer')).toBeVisible()
  await expect(scripted.getByRole('button', { name: 'Remove all Entry' })).toHaveCount(1)
  await expect(scripted.getByText('€40.00').first()).toBeVisible()
  await expect(scripted.getByRole('banner').getByRole('link', { name: /Cart.*2 tickets/ })).toBeVisible()
  const left: string[] = (await context.cookies()).map(({ name }) => name)
  expect(left.filter((name) => Object.values<string>(CART_COOKIES).includes(name))).toEqual([])
  const held = () =>
    sql<{ held: number }>`select held from inventory where ticket_type_id = ${show.ticketTypeId}`.execute(
      foyer.db,
    )
  expect((await held()).rows).toEqual([{ held: 2 }])

  // A form that is submitted before its script has loaded adds the same tickets again.
  await scripted.evaluate(
    (id) => fetch('/cart', { method: 'POST', body: new URLSearchParams({ [id]: '1' }) }),
    show.ticketTypeId,
  )
  expect((await held()).rows).toEqual([{ held: 3 }])
  await scripted.reload()
  await expect(scripted.getByRole('banner').getByRole('link', { name: /Cart.*3 tickets/ })).toBeVisible()
  await expect.poll(async () => (await held()).rows).toEqual([{ held: 3 }])
  await scripted.goto(foyer.url('aurora', show.path))
  await scripted.getByRole('banner').getByRole('link', { name: /Cart/ }).click()
  await expect(drawer(scripted).getByText('€60.00').first()).toBeVisible()
  await context.close()
})

for (const path of ['/login', '/register', '/account', '/account/security']) {
  test(`${path} says that it needs JavaScript, and what doesn’t${fullUnless(path === '/account')}`, async ({
    page,
    foyer,
  }) => {
    await page.goto(foyer.url('aurora', path))
    await expect(said(page, 'You can buy tickets')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'See what’s on' }).click()
    await expect(page).toHaveURL(foyer.url('aurora', '/'))
  })
}
