import type { Page } from 'playwright/test'
import { CARDS } from '#tests/support/shop.ts'
import { putOn } from './support/stage.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import {
  acceptTerms,
  chooseTickets,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
  tickets,
} from './support/visitor.ts'

/** Tests all test cards of the sandbox on a desktop and on a phone. */
const SCREENS = [
  ['a desktop', { width: 1280, height: 900 }],
  ['a phone', { width: 360, height: 740 }],
] as const

const DECLINED = [
  ['declined', CARDS.declined, '12/30', 'Your card was declined. Try another card.'],
  ['poor', CARDS.poor, '12/30', 'Your card has insufficient funds. Try another card.'],
  ['expired', CARDS.good, '10/26', 'This card has expired. Try another card.'],
  ['mistyped', '4242 4242 4242 4241', '12/30', 'This card number is not valid.'],
] as const

const PAYING = [
  ['good', CARDS.good],
  ['refunded late', '4000 0000 0000 7726'],
  ['not refunded', '4000 0000 0000 5126'],
] as const

for (const [screen, viewport] of SCREENS) {
  test.describe(`on ${screen} @full`, () => {
    test.use({ viewport })

    test('declined cards show their reason, and the next card pays', async ({ page, foyer }) => {
      const { path } = await putOn(foyer, `Declines on ${screen}`)
      await openPayment(page, foyer.url('aurora', path))
      for (const [name, number, expiry, words] of DECLINED) {
        await fillCard(page, number)
        await page.getByLabel('Expiry').fill(expiry)
        await payButton(page).click()
        const reason = page.getByRole('alert').filter({ hasText: words })
        await expect(reason, `the ${name} card`).toBeVisible()
        await expect(reason).toBeInViewport()
      }
      await expectAccessible(page)
      await fillCard(page, CARDS.good)
      await payButton(page).click()
      await expect(orderHeading(page)).toBeVisible()
    })

    for (const [name, number] of PAYING) {
      test(`the card that is ${name} pays`, async ({ page, foyer }) => {
        const { path } = await putOn(foyer, `The ${name} card on ${screen}`)
        await openPayment(page, foyer.url('aurora', path))
        await fillCard(page, number)
        await payButton(page).click()
        await expect(orderHeading(page)).toBeVisible()
        await expect(tickets(page)).toHaveCount(1)
      })
    }

    test('a bank’s challenge: a refusal shows a reason, an approval pays @full', async ({ page, foyer }) => {
      const { path } = await putOn(foyer, `Question on ${screen}`)
      await openPayment(page, foyer.url('aurora', path))
      await fillCard(page, CARDS.challenged)
      await payButton(page).click()
      await page.getByRole('button', { name: 'It wasn’t me' }).click()
      await expect(page.getByText('Your bank did not confirm the payment.')).toBeVisible()
      await fillCard(page, CARDS.challenged)
      await payButton(page).click()
      await page.getByRole('button', { name: /^Approve/ }).click()
      await expect(orderHeading(page)).toBeVisible()
    })

    test('the order waits for a late payment @full', async ({ page, foyer }) => {
      const { path } = await putOn(foyer, `Late on ${screen}`)
      await openPayment(page, foyer.url('aurora', path))
      await fillCard(page, CARDS.late)
      await payButton(page).click()
      await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
      await foyer.advance(5_000)
      await expect(orderHeading(page)).toBeVisible({ timeout: 15_000 })
    })
  })
}

test('without keys, no page or header refers to Stripe', async ({ page, foyer }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const { path } = await putOn(foyer, 'No Keys')
  await openPayment(page, foyer.url('aurora', path))
  await expect(page.getByText('Test mode: no real money')).toBeVisible()
  await page.getByText('Test cards').click()
  await expect(page.getByText('4242 4242 4242 4242')).toBeVisible()
  const headers = (await (await page.reload())?.allHeaders()) ?? {}
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(JSON.stringify(headers)).not.toMatch(/stripe/i)
  expect(headers['permissions-policy']).toContain('payment=(self)')
  expect(asked.filter((url) => /stripe/i.test(url))).toEqual([])
})

test('an order is paid from its page in another browser @full', async ({ page, foyer, browser }) => {
  const { path } = await putOn(foyer, 'Another Browser')
  await openPayment(page, foyer.url('aurora', path))
  await fillCard(page, CARDS.declined)
  await payButton(page).click()
  await expect(page.getByText('Your card was declined. Try another card.')).toBeVisible()
  const { orderId } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('checkoutAttempt') ?? '{}'))
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(foyer.url('aurora', `/orders/${orderId}`))
  await elsewhere.getByRole('link', { name: 'Continue to payment' }).click()
  await expect(elsewhere.getByRole('complementary', { name: 'Order summary' })).toContainText('1 × Entry')
  await expectAccessible(elsewhere)
  await elsewhere.getByRole('button', { name: 'Pay €20.00' }).click()
  await expect(elsewhere.getByRole('alert').filter({ hasText: 'Please check these fields' })).toBeFocused()
  await fillCard(elsewhere)
  await elsewhere.getByRole('button', { name: 'Pay €20.00' }).click()
  await expect(orderHeading(elsewhere)).toBeVisible()
  await elsewhere.context().close()
})

/** Opens the checkout with one ticket and fills in all fields except the card. */
async function openPayment(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  await fillContact(page)
  await acceptTerms(page)
}
