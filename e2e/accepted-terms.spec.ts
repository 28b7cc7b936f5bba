import type { Page } from 'playwright/test'
import { insertEvent, insertLegalText, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { openAsOwner } from './support/console.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { putOn } from './support/stage.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import {
  chooseTickets,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
} from './support/visitor.ts'

test('the accepted terms are the promoter’s, also on the main site, and open beside the form @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Terms in Sight')
  for (const site of ['aurora', '']) {
    await page.goto(foyer.url(site, show.path))
    await chooseTickets(page, { Entry: 1 })
    await goToCheckout(page)
    await fillContact(page)
    const box = page.getByRole('checkbox', {
      name: 'I accept the terms and the refund policy of Aurora, and have read its privacy policy.',
    })
    await expect(box).not.toBeChecked()
    await expectAccessible(page)
    const terms = page.waitForEvent('popup')
    await page.getByRole('main').getByRole('link', { name: 'terms', exact: true }).click()
    const opened = await terms
    await expect(opened.getByRole('heading', { name: 'Terms', level: 1 })).toBeVisible()
    await expect(opened.getByText('A ticket is a contract with Aurora Veranstaltungen GmbH')).toBeVisible()
    await expectAccessible(opened)
    await opened.close()
    await expect(box).not.toBeChecked()
    await expect(
      page.getByRole('group', { name: 'Contact', exact: true }).getByLabel('First name'),
    ).toHaveValue('Ada')
    await payButton(page).click()
    await expect(page.getByRole('link', { name: 'Accept the terms to continue.' })).toBeVisible()
    await page.goto(foyer.url(site, '/cart'))
    await page.getByRole('button', { name: 'Remove all Entry' }).click()
  }
})

test('without legal texts, nothing has to be accepted @full', async ({ page, foyer }) => {
  const promoterId = await insertPromoter(foyer.db, 'Silent')
  const startsAt = new Date(Date.now() + 40 * 86_400_000)
  const event = {
    promoterId,
    startsAt,
    slug: 'without-terms',
    title: 'Without Terms',
    attendeeNames: 'none',
  } as const
  const eventId = await insertEvent(foyer.db, event)
  await insertTicketType(foyer.db, { promoterId, eventId, name: 'Entry', priceCents: 2000 })
  await page.goto(foyer.url('', '/events/without-terms'))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  await fillContact(page)
  await fillCard(page)
  await expect(payButton(page)).toBeEnabled()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
})

async function openPromoter(
  foyer: RunningFoyer,
  name: string,
): Promise<{ promoterId: string; path: string }> {
  const promoterId = await insertPromoter(foyer.db, name)
  const slug = `night-of-${name.toLowerCase()}`
  const startsAt = new Date(Date.now() + 40 * 86_400_000)
  const eventId = await insertEvent(foyer.db, {
    promoterId,
    startsAt,
    slug,
    title: name,
    attendeeNames: 'none',
  })
  await insertTicketType(foyer.db, { promoterId, eventId, name: 'Entry', priceCents: 2000 })
  await insertLegalText(foyer.db, { promoterId, kind: 'terms', text: 'The first terms' })
  return { promoterId, path: `/events/${slug}` }
}

const termsBox = (page: Page) => page.getByRole('checkbox', { name: /^I accept the terms/ })
const contact = (page: Page) => page.getByRole('group', { name: 'Contact', exact: true })
const changed = (page: Page) => page.getByRole('alert').getByRole('link', { name: /^The terms have changed/ })

test('changed terms must be accepted again, and the order stores their version', async ({ page, foyer }) => {
  const { promoterId, path } = await openPromoter(foyer, 'Changing')
  await page.goto(foyer.url('', path))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  await fillContact(page)
  await fillCard(page)
  await termsBox(page).check()
  await insertLegalText(foyer.db, { promoterId, kind: 'terms', version: 2, text: 'The second terms' })
  await payButton(page).click()
  await expect(changed(page)).toBeVisible()
  await expect(termsBox(page)).not.toBeChecked()
  await expectAccessible(page)
  await expect(contact(page).getByLabel('First name')).toHaveValue('Ada')
  await expect(page.getByLabel('Card number')).toHaveValue(/^4242/)
  await expect(page.getByRole('link', { name: 'terms', exact: true })).toHaveAttribute('href', /version=2$/)
  await termsBox(page).check()
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
  await insertLegalText(foyer.db, { promoterId, kind: 'terms', version: 3, text: 'The third terms' })
  const legal = page.getByRole('navigation', { name: 'Legal pages of Changing' })
  await expect(legal.getByRole('link')).toHaveText(['Terms'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Terms of Changing, version of 12 March 2026' }).click()
  await expect(page.getByText('The second terms')).toBeVisible()
  await expect(page.getByText('This version is no longer in force.')).toBeVisible()
})

test('the promoter sees which versions the buyer accepted @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Kept Terms')
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  await fillContact(page)
  await fillCard(page)
  await termsBox(page).check()
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
  const orderId = page.url().split('/').at(-1)
  await openAsOwner(page, foyer, `/promoter/orders/${orderId}`)
  const facts = page.getByRole('region', { name: 'Buyer and payment' })
  await expect(facts.getByRole('link', { name: /^Refund policy, version of / })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await facts.getByRole('link', { name: /^Terms, version of / }).click()
  await expect((await opened).getByRole('heading', { name: 'Terms', level: 1 })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('changed terms must be accepted again, and typed values are kept @full', async ({ page, foyer }) => {
    const { promoterId, path } = await openPromoter(foyer, 'Plainly-Changing')
    await page.goto(foyer.url('', path))
    await page.getByRole('spinbutton', { name: 'Quantity of Entry', exact: true }).fill('1')
    await page.getByRole('button', { name: 'Choose tickets' }).click()
    await page.getByRole('link', { name: 'Checkout', exact: true }).click()
    await fillContact(page)
    await fillCard(page)
    await termsBox(page).check()
    await insertLegalText(foyer.db, { promoterId, kind: 'terms', version: 2 })
    await payButton(page).click()
    await expect(changed(page)).toBeVisible()
    await expect(termsBox(page)).not.toBeChecked()
    await expect(contact(page).getByLabel('First name')).toHaveValue('Ada')
    await fillCard(page)
    await termsBox(page).check()
    await payButton(page).click()
    await expect(
      page.getByRole('link', { name: 'Terms of Plainly-Changing, version of 12 March 2026' }),
    ).toBeVisible()
  })
})
