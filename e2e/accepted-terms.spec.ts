import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
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

test('the terms that a buyer accepts are the promoter’s, on the main site too, and open beside the form', async ({
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
    await expect(page.getByRole('link', { name: 'Accept the terms to go on.' })).toBeVisible()
    await page.goto(foyer.url(site, '/cart'))
    await page.getByRole('button', { name: 'Remove all Entry' }).click()
  }
})

test('where nobody has written terms, none are accepted', async ({ page, foyer }) => {
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
