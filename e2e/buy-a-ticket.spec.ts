import { sql } from 'kysely'
import type { Page } from 'playwright/test'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, CUSTOMER } from '#tests/support/shop.ts'
import { scan } from './support/qr.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import {
  acceptTerms,
  applyPromo,
  chooseTickets,
  drawer,
  openCart,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
  tickets,
  panel,
} from './support/visitor.ts'

const NACHTSTROM = '/events/nachtstrom-all-night-long'

test('two tickets of one type and one of another, with a promo code, on the promoter’s own host', async ({
  page,
  foyer,
}) => {
  await page.goto(foyer.url('aurora'))
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /Halbmond/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Halbmond/)
  await expectAccessible(page)

  await chooseTickets(page, { Standing: 2, 'Standing + signed LP': 1 })
  await expect(panel(page).getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/)
  await expectAccessible(page)
  await openCart(page)
  await expect(drawer(page).getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/)
  await applyPromo(page, 'halbmond')
  await expect(page.getByText('HALBMOND has been applied to your cart.')).toBeVisible()
  // 2 × €24 + €46 = €94; 15% of the standing tickets is €7.20.
  await expect(drawer(page).getByText('−€7.20')).toBeVisible()
  await expectAccessible(page)

  await goToCheckout(page)
  await fillContact(page)
  await fillCard(page)
  await acceptTerms(page)
  await expectAccessible(page)
  const pay = await payButton(page).textContent()
  await payButton(page).click()

  await expect(orderHeading(page)).toBeVisible()
  await expect(page).toHaveURL(/\/orders\/[\da-f-]{36}$/)
  await expect(page.getByText(pay?.replace('Pay ', '') ?? 'no amount').last()).toBeVisible()
  await expectAccessible(page)
  const orderId = page.url().split('/').at(-1)
  const { order } = (await (await page.request.get(foyer.url('', `/api/public/orders/${orderId}`))).json())
    .data
  expect(order).toMatchObject({ status: 'paid', discount: 7.2, promoCode: 'HALBMOND' })

  await expect(tickets(page)).toHaveCount(3)
  const scanned = new Set<string | undefined>()
  for (const code of await tickets(page).all()) scanned.add(await scan(code))
  expect(scanned).toEqual(new Set(order.tickets.map((ticket: { token: string }) => ticket.token)))
  await expect(page.getByRole('banner').getByRole('link', { name: /Cart.*empty/ })).toBeVisible()
  expect(await findContradictions(foyer.db)).toEqual([])
})

test('after a declined card, input is kept and another card pays the same order @full', async ({
  page,
  foyer,
}) => {
  await page.goto(foyer.url('aurora', NACHTSTROM))
  const [first] = await offers(page)
  await chooseTickets(page, { [first ?? '']: 1 })
  await goToCheckout(page)
  await fillContact(page, 'grace@example.com')
  await fillCard(page, CARDS.declined)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(page.getByText('Your card was declined. Try another card.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Contact', exact: true }).getByLabel('Email')).toHaveValue(
    'grace@example.com',
  )
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
  const { rows } = await sql`select from orders where email = 'grace@example.com'`.execute(foyer.db)
  expect(rows).toHaveLength(1)
})

test('3-D Secure: a refusal keeps all input, an approval pays @full', async ({ page, foyer }) => {
  await page.goto(foyer.url('aurora', NACHTSTROM))
  const [first] = await offers(page)
  await chooseTickets(page, { [first ?? '']: 1 })
  await goToCheckout(page)
  await fillContact(page, 'joan@example.com')
  await fillCard(page, CARDS.challenged)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Was this you?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'It wasn’t me' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your bank did not confirm the payment' }),
  ).toBeVisible()
  await expect(page.getByRole('group', { name: 'Contact', exact: true }).getByLabel('Email')).toHaveValue(
    'joan@example.com',
  )
  await fillCard(page, CARDS.challenged)
  await payButton(page).click()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(orderHeading(page)).toBeVisible()
})

test('the order page waits for a late payment and then shows the tickets @full', async ({ page, foyer }) => {
  await page.goto(foyer.url('aurora', NACHTSTROM))
  const [first] = await offers(page)
  await chooseTickets(page, { [first ?? '']: 1 })
  await goToCheckout(page)
  await fillContact(page, 'late@example.com')
  await fillCard(page, CARDS.late)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
  await foyer.advance(5_000)
  await expect(orderHeading(page)).toBeVisible({ timeout: 15_000 })
  await expect(tickets(page)).toHaveCount(1)
})

test('a free order requires no card, but the names that the event requires @full', async ({
  page,
  foyer,
}) => {
  await page.goto(foyer.url('aurora', '/events/synths-for-beginners'))
  const [first] = await offers(page)
  await chooseTickets(page, { [first ?? '']: 1 })
  await goToCheckout(page)
  await fillContact(page, 'free@example.com')
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await acceptTerms(page)
  await page.getByRole('button', { name: 'Reserve 1 ticket' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Please check these fields' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link').first().click()
  const seat = page.getByRole('group', { name: 'Attendees' })
  await expect(seat.getByLabel('First name')).toBeFocused()
  await seat.getByRole('button', { name: 'Use my name' }).click()
  await expect(seat.getByLabel('Last name')).toBeFocused()
  await expect(seat.getByLabel('First name')).toHaveValue(CUSTOMER.firstName)
  await expect(seat.getByLabel('Last name')).toHaveValue(CUSTOMER.lastName)
  await expect(seat.getByRole('button', { name: 'Use my name' })).toBeHidden()
  await seat.getByLabel('How old is this person?').selectOption('18 to 64')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reserve 1 ticket' }).click()
  await expect(orderHeading(page)).toBeVisible()
  await expect(tickets(page)).toHaveCount(1)
})

/** Names of what can be bought on the event page that is open. */
async function offers(page: Page): Promise<string[]> {
  const labels = await page
    .getByRole('spinbutton', { name: /^Quantity of/ })
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('aria-label') ?? ''))
  return labels.map((label) => label.replace('Quantity of ', ''))
}
