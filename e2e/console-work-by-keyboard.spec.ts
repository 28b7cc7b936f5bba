import type { Page } from 'playwright'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { openAsOwner } from './support/console.ts'
import { pressAt, tabTo, typeInto } from './support/keyboard.ts'
import { linkInMail, newEmail, test } from './support/members.ts'
import { expect } from './support/test.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()

async function choose(page: Page, label: string, option: string): Promise<void> {
  const list = page.getByLabel(label, { exact: true })
  await tabTo(list)
  await page.keyboard.type(option)
  await expect(list.locator('option:checked')).toHaveText(option)
}

test('an event is written, put on sale, published and cancelled by keyboard alone @full', async ({
  page,
  foyer,
}) => {
  test.setTimeout(90_000)
  await openAsOwner(page, foyer, consoleUrls.events())
  await pressAt(button(page, 'New event'))
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Keys at Night')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Keys at Night', level: 1 })).toBeVisible()
  await typeInto(page.getByLabel('Venue', { exact: true }), 'Kraftwerk')
  await typeInto(page.getByLabel('City'), 'Berlin')
  await choose(page, 'Country', 'Germany')
  await expect(page.locator('.save-state')).toHaveText('Saved')

  await pressAt(page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Tickets' }))
  await pressAt(button(page, 'Add a ticket'))
  const dialog = page.getByRole('dialog')
  await typeInto(dialog.getByLabel('Name'), 'Standing')
  await typeInto(dialog.getByLabel('Price in EUR'), '20')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Standing' })).toBeVisible()
  await pressAt(page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Details' }))
  await pressAt(button(page, 'Publish'))
  await expect(page.getByRole('heading', { name: 'Live', exact: true })).toBeVisible()

  await pressAt(button(page, 'Cancel event…'))
  await typeInto(dialog.getByLabel(/Message to buyers/), 'No hands on deck.')
  await pressAt(dialog.getByRole('button', { name: 'Cancel event', exact: true }))
  await expect(dialog).toBeHidden()
  await page.goto(foyer.url('aurora', '/events/keys-at-night'))
  await expect(page.getByText('No hands on deck.')).toBeVisible()
})

test('a manual order is created and partly refunded by keyboard alone @full', async ({ page, foyer }) => {
  await openAsOwner(page, foyer, consoleUrls.orders())
  await pressAt(button(page, 'Create order'))
  const dialog = page.getByRole('dialog')
  await typeInto(dialog.getByRole('list', { name: 'Tickets' }).locator('input:enabled').first(), '2')
  await choose(page, 'Payment method', 'Cash')
  await typeInto(dialog.getByLabel('First name'), 'Klaus')
  await typeInto(dialog.getByLabel('Last name'), 'Taste')
  await expect(dialog.getByRole('button', { name: /^Create order: 2 tickets/ })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Klaus Taste', level: 1 })).toBeVisible()

  await pressAt(button(page, 'Refund'))
  await tabTo(dialog.getByLabel('Everything'))
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByLabel('Some tickets')).toBeChecked()
  await pressAt(dialog.getByRole('checkbox').first(), 'Space')
  await pressAt(dialog.getByRole('button', { name: /^Refund €/ }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Partly refunded')).toBeVisible()
  await expect(button(page, 'Refund'), 'where it was begun').toBeFocused()
})

test('a member is invited and promo codes are created by keyboard alone @full', async ({
  page,
  foyer,
  post,
}) => {
  const email = newEmail()
  await openAsOwner(page, foyer, consoleUrls.staff())
  await pressAt(button(page, 'Invite member'))
  const dialog = page.getByRole('dialog')
  await typeInto(dialog.getByLabel('Email'), email)
  await tabTo(dialog.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowUp')
  const chosen = dialog.getByRole('radio', { name: /^Manager/ })
  await expect(chosen).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Manager')
  await linkInMail(post, email, '/join')

  const places = page.getByRole('navigation', { name: 'Console' })
  await pressAt(places.getByRole('link', { name: 'Promo codes' }).first())
  await pressAt(button(page, 'Create many'))
  await typeInto(dialog.getByLabel('Batch name'), 'Typed')
  await typeInto(dialog.getByLabel('Number of codes'), '3')
  await typeInto(dialog.getByLabel('Percent', { exact: true }), '5')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('rowheader')).toHaveCount(3)
})
