import { sql } from 'kysely'
import type { Page } from 'playwright/test'
import { fullUnless } from '#tests/support/sample.ts'
import { CARDS } from '#tests/support/shop.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { tabTo } from './support/keyboard.ts'
import { putOn, type Show } from './support/stage.ts'
import { fillStripeCard, test } from './support/stripe.ts'
import { expect, expectAccessible } from './support/test.ts'
import {
  acceptTerms,
  chooseTickets,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
  tickets,
} from './support/visitor.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm your payment' })
const approve = (page: Page) => dialog(page).getByRole('button', { name: 'Complete authentication' }).click()
const refuse = (page: Page) => dialog(page).getByRole('button', { name: 'Fail authentication' }).click()

async function openPayment(page: Page, foyer: RunningFoyer, show: Show): Promise<void> {
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  await fillContact(page)
  await acceptTerms(page)
  await expect(page.getByRole('group', { name: 'Payment' }).getByLabel('Card number')).toBeVisible()
}

const ordersOf = async (foyer: RunningFoyer, show: Show): Promise<{ id: string; status: string }[]> => {
  const { rows } = await sql<{ id: string; status: string }>`
    select distinct o.id, o.status from orders o join order_items i on i.order_id = o.id
    where i.ticket_type_id = ${show.ticketTypeId}`.execute(foyer.db)
  return rows
}

for (const [screen, viewport] of [
  ['a desktop', { width: 1280, height: 900 }],
  ['a phone', { width: 360, height: 740 }],
] as const) {
  test.describe(`on ${screen}${fullUnless(screen === 'a phone')}`, () => {
    test.use({ viewport })

    test('a card goes to Stripe and never to Foyer', async ({ page, foyer }) => {
      const show = await putOn(foyer, `Stripe on ${screen}`)
      const sent: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith('https://api.stripe.com')) sent.push(request.postData() ?? '')
      })
      await openPayment(page, foyer, show)
      await expect(page.getByText('Test mode: no real money')).toBeVisible()
      await expectAccessible(page)
      await fillStripeCard(page, CARDS.good)
      await payButton(page).click()
      await expect(orderHeading(page)).toBeVisible()
      await expect(page).toHaveURL(/\/orders\/[\da-f-]{36}$/)
      await expect(tickets(page)).toHaveCount(1)
      expect(sent.join().replaceAll(/\D/g, '')).not.toContain(CARDS.good.replaceAll(' ', ''))
      await expect(page.getByRole('banner').getByRole('link', { name: /Cart.*empty/ })).toBeVisible()
    })

    test('after incomplete and declined cards, a good card pays the same order with all input kept @full', async ({
      page,
      foyer,
    }) => {
      const show = await putOn(foyer, `Three cards on ${screen}`)
      await openPayment(page, foyer, show)
      await payButton(page).click()
      const summary = page.getByRole('alert').filter({ hasText: 'Please check these fields' })
      await expect(summary).toBeFocused()
      await summary.getByRole('link').click()
      await expect(page.getByRole('group', { name: 'Payment' }).getByLabel('Card number')).toBeFocused()
      await fillStripeCard(page, CARDS.poor)
      await payButton(page).click()
      await expect(page.getByText('Your card has insufficient funds. Try another card.')).toBeInViewport()
      await expectAccessible(page)
      await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
      await fillStripeCard(page, CARDS.good)
      await payButton(page).click()
      await expect(orderHeading(page)).toBeVisible()
      expect(await ordersOf(foyer, show)).toHaveLength(1)
    })

    test('3-D Secure in the page: a refusal keeps all input, an approval pays', async ({ page, foyer }) => {
      const show = await putOn(foyer, `Secure on ${screen}`)
      await openPayment(page, foyer, show)
      await fillStripeCard(page, CARDS.challenged)
      await payButton(page).click()
      await refuse(page)
      await expect(page.getByText('Your bank couldn’t verify that it was you.')).toBeInViewport()
      await payButton(page).click()
      await approve(page)
      await expect(orderHeading(page)).toBeVisible()
      expect(await ordersOf(foyer, show)).toMatchObject([{ status: 'paid' }])
    })
  })
}

test('3-D Secure on the bank’s page: a refusal returns with all input kept, an approval pays @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Away And Back')
  await openPayment(page, foyer, show)
  await page.getByLabel('Pay at my bank').check()
  await payButton(page).click()
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByText('Your bank did not confirm the payment.')).toBeInViewport()
  await expect(page).toHaveURL(/\/checkout\?order=[\da-f-]{36}&payment=failed$/)
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
  await page.getByLabel('Pay at my bank').check()
  await payButton(page).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(orderHeading(page)).toBeVisible()
  // The URL keeps none of the provider's parameters, including the payment's secret.
  await expect(page).toHaveURL(/\/orders\/[\da-f-]{36}$/)
  expect(await ordersOf(foyer, show)).toMatchObject([{ status: 'paid' }])
})

test('after the bank, while Stripe is unreachable, the order page waits and then shows the tickets @full', async ({
  page,
  foyer,
  stripe,
}) => {
  const show = await putOn(foyer, 'Out Of Reach')
  await openPayment(page, foyer, show)
  await page.getByLabel('Pay at my bank').check()
  await payButton(page).click()
  await page.getByRole('button', { name: 'Complete authentication' }).waitFor()
  stripe.faults.by((request) => (request.startsWith('GET /v1/payment_intents') ? 'reset' : undefined))
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
  stripe.faults.by(undefined)
  await expect(orderHeading(page)).toBeVisible({ timeout: 15_000 })
})

test('a wallet opens only with a complete form, and then pays in one tap', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'One Tap')
  await openPayment(page, foyer, show)
  const email = page.getByRole('group', { name: 'Contact', exact: true }).getByLabel('Email')
  await email.fill('')
  await page.getByRole('button', { name: 'Pay with Link' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please check these fields' })).toBeFocused()
  expect(await ordersOf(foyer, show)).toEqual([])
  await email.fill('ada@example.com')
  await page.getByRole('button', { name: 'Pay with Link' }).click()
  await expect(orderHeading(page)).toBeVisible()
})

test('a price that changes while the form is open is shown and must be accepted @full', async ({
  page,
  foyer,
  stripe,
}) => {
  const show = await putOn(foyer, 'New Price')
  await openPayment(page, foyer, show)
  await fillStripeCard(page, CARDS.good)
  await sql`update ticket_types set price_cents = 2300 where id = ${show.ticketTypeId}`.execute(foyer.db)
  await payButton(page).click()
  await expect(page.getByText('The price has changed')).toBeVisible()
  await page.getByRole('button', { name: 'Accept and pay €23.00' }).click()
  await expect(orderHeading(page)).toBeVisible()
  const [order] = await ordersOf(foyer, show)
  const { rows } = await sql<{ intentId: string }>`
    select intent_id as "intentId" from payments where order_id = ${order?.id}`.execute(foyer.db)
  expect(await stripe.engine.intent(rows[0]?.intentId ?? '')).toMatchObject({ amountCents: 2300 })
})

test('when the tab is closed after the charge, the webhook pays the order', async ({
  page,
  foyer,
  stripe,
  context,
}) => {
  const show = await putOn(foyer, 'Closed Tab')
  await closeAfterCharge(page, foyer, show)
  await stripe.deliver()
  await expect.poll(() => ordersOf(foyer, show)).toMatchObject([{ status: 'paid' }])
  const [order] = await ordersOf(foyer, show)
  const later = await context.newPage()
  await later.goto(foyer.url('aurora', `/orders/${order?.id}`))
  await expect(orderHeading(later)).toBeVisible()
})

test('when the tab is closed and the webhook is lost, Foyer fetches the payment @full', async ({
  page,
  foyer,
  stripe,
}) => {
  const show = await putOn(foyer, 'Lost Webhook')
  await closeAfterCharge(page, foyer, show)
  expect(await stripe.lose()).toBeGreaterThan(0)
  await stripe.advance(2 * 60_000)
  await expect.poll(() => ordersOf(foyer, show), { timeout: 20_000 }).toMatchObject([{ status: 'paid' }])
})

async function closeAfterCharge(page: Page, foyer: RunningFoyer, show: Show): Promise<void> {
  await openPayment(page, foyer, show)
  await fillStripeCard(page, CARDS.good)
  const charged = Promise.withResolvers<void>()
  // Aborts the confirmation, which follows the charge.
  await page.route('**/api/payments/confirm', () => charged.resolve())
  await payButton(page).click()
  await charged.promise
  await page.close()
  expect(await ordersOf(foyer, show)).toMatchObject([{ status: 'pending' }])
}

test('when the last ticket is sold during the bank’s challenge, the payment is refunded and explained @full', async ({
  page,
  foyer,
  stripe,
}) => {
  const show = await putOn(foyer, 'Last Ticket', { capacity: 1 })
  await openPayment(page, foyer, show)
  await fillStripeCard(page, CARDS.challenged)
  await payButton(page).click()
  await expect(dialog(page)).toBeVisible()
  await stripe.advance(3 * 3_600_000)
  await expect
    .poll(async () => {
      const { rows } = await sql<{ capacity: number }>`
        update inventory set capacity = 0 where ticket_type_id = ${show.ticketTypeId} and held = 0
        returning capacity`.execute(foyer.db)
      return rows
    })
    .toEqual([{ capacity: 0 }])
  await approve(page)
  await expect(page.getByText('Your payment arrived after this order expired')).toBeVisible()
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('heading', { name: /has expired|Refunded/, level: 1 })).toBeVisible()
})

test('an order is paid from its page in one of two tabs, and then shown in the other @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Other Tab')
  await openPayment(page, foyer, show)
  await fillStripeCard(page, CARDS.declined)
  await payButton(page).click()
  await expect(page.getByText('Your card was declined. Try another card.')).toBeVisible()
  const [order] = await ordersOf(foyer, show)
  await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()))
  await page.goto(foyer.url('aurora', `/orders/${order?.id}`))
  await page.getByRole('link', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('Other Tab')
  await fillStripeCard(page, CARDS.good)
  await expectAccessible(page)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await fillStripeCard(other, CARDS.good)
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
  await payButton(other).click()
  await expect(orderHeading(other)).toBeVisible()
  expect(await ordersOf(foyer, show)).toMatchObject([{ status: 'paid' }])
})

test('when Stripe’s script can’t be loaded, a message offers a retry @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'No Script')
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  const notice = page.getByRole('alert').filter({ hasText: 'The payment form could not be loaded' })
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await page.unroute('https://js.stripe.com/**')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('group', { name: 'Payment' }).getByLabel('Card number')).toBeVisible()
})

test('only the payment step’s policy allows Stripe', async ({ page, foyer }) => {
  const headersOf = async (path: string): Promise<Record<string, string>> =>
    (await (await page.goto(foyer.url('aurora', path)))?.allHeaders()) ?? {}
  const payment = await headersOf('/checkout')
  const policy = Object.fromEntries(
    (payment['content-security-policy'] ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(' ')
      return [name, sources]
    }),
  )
  const scripts = ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com']
  expect(policy['script-src']).toEqual(expect.arrayContaining(scripts))
  expect(policy['frame-src']).toEqual([
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
  ])
  expect(policy['connect-src']).toEqual(["'self'", 'https://api.stripe.com'])
  expect(policy['img-src']).toEqual(["'self'", 'data:', 'https://*.stripe.com'])
  expect(payment['permissions-policy']).toContain(
    'payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://pay.google.com")',
  )
  for (const path of ['/', '/cart', '/login', '/account/orders'])
    expect(JSON.stringify(await headersOf(path)), path).not.toMatch(/stripe/i)
})

test('without JavaScript, card fields are replaced by an explanation @full', async ({ foyer, browser }) => {
  const show = await putOn(foyer, 'Plain Stripe')
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(foyer.url('aurora', show.path))
  await page.getByRole('spinbutton', { name: 'Quantity of Entry' }).fill('1')
  await page.getByRole('button', { name: 'Choose tickets' }).click()
  await page.getByRole('link', { name: 'Checkout', exact: true }).click()
  const reason = page.getByRole('paragraph').filter({ hasText: 'Turn on JavaScript to pay' })
  await expect(reason).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('€20.00')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await page.context().close()
})

test('the payment works by keyboard alone @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Keys Only')
  await openPayment(page, foyer, show)
  await page.getByLabel(/^Phone/).focus()
  await tabTo(page.getByRole('button', { name: 'Pay with Link' }))
  await tabTo(page.getByLabel('Card number'))
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12/30')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await tabTo(page.getByRole('button', { name: /^Pay €/ }))
  await page.keyboard.press('Enter')
  await expect(orderHeading(page)).toBeVisible()
})
