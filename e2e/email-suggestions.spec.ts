import { openAsOwner } from './support/console.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { chooseTickets, goToCheckout } from './support/visitor.ts'

test('a mistyped email domain is corrected with one tap at checkout, in registration and on an order @full', async ({
  page,
  foyer,
}) => {
  const email = page.getByRole('textbox', { name: /^Email/ })
  const correction = page.getByRole('button', { name: 'Did you mean lena@gmail.com?' })

  await page.goto(foyer.url('aurora', '/events/nachtstrom-all-night-long'))
  await chooseTickets(page, { Standard: 1 })
  await goToCheckout(page)
  const contact = page.getByRole('group', { name: 'Contact', exact: true }).getByLabel('Email')
  await contact.fill('lena@gmial.com')
  await expect(correction).toBeVisible()
  await expectAccessible(page)
  await correction.click()
  await expect(contact).toHaveValue('lena@gmail.com')
  await expect(contact).toBeFocused()
  await page.reload()
  await expect(contact, 'kept like typed text').toHaveValue('lena@gmail.com')

  await page.goto(foyer.url('aurora', '/register'))
  await email.fill('lena@gmail.con')
  await correction.click()
  await expect(email).toHaveValue('lena@gmail.com')

  await openAsOwner(page, foyer, '/promoter/orders?status=paid')
  await page.getByRole('main').getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Change the buyer’s email address' }).click()
  await email.fill('lena@gmail.co')
  await email.blur()
  await correction.click()
  await expect(email).toHaveValue('lena@gmail.com')
})
