import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { urls } from '#contracts/platform/urls.ts'
import { scan } from './support/qr.ts'
import { putOn } from './support/stage.ts'
import { linkInMail, newEmail, register, test } from './support/members.ts'
import { expectEveryScreen } from './support/screens.ts'
import { expect, expectAccessible } from './support/test.ts'
import { buyAsGuest, chooseTickets } from './support/visitor.ts'

async function buyTwo(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await chooseTickets(page, { Entry: 2 })
  await buyAsGuest(page)
}

test('a buyer has the tickets sent again, and corrects the address', async ({ page, foyer, post }) => {
  const show = await putOn(foyer, `Mistyped Address ${randomUUID()}`)
  await buyTwo(page, foyer.url('aurora', show.path))
  const old = page.url()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText(/^We’ve sent your tickets to ada@example.com again/)).toBeVisible()

  await page.getByText('Wrong address?').click()
  const field = page.getByLabel('Correct email address')
  await field.fill('ada@nowhere')
  await page.getByRole('button', { name: 'Correct and send' }).click()
  await expect(field).toHaveAccessibleDescription(/Enter an email address/)
  await expect(field).toHaveValue('ada@nowhere')
  await expectAccessible(page)
  const email = newEmail()
  await field.fill(email)
  await page.getByRole('button', { name: 'Correct and send' }).click()
  await expect(page.getByText('Address corrected')).toBeVisible()
  await expect(page.getByText(email).first()).toBeVisible()
  expect(page.url()).not.toContain(new URL(old).pathname)
  // The first email goes there, too, if it wasn't sent before the correction.
  await expect.poll(() => post.arrived.filter(({ to }) => to === email).length).toBeGreaterThan(0)
  const types = post.arrived.find(({ to }) => to === email)?.mail.attachments.map(({ mimeType }) => mimeType)
  expect(types?.toSorted()).toEqual(['application/pdf', 'image/png', 'image/png', 'text/calendar'])
  expect((await page.goto(old))?.status()).toBe(410)
})

test('an opened order opens without a network, until it is removed', async ({ page, context, foyer }) => {
  const show = await putOn(foyer, `No Signal ${randomUUID()}`)
  await buyTwo(page, foyer.url('aurora', show.path))
  await expect(page.getByText('Saved for offline use')).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/^Offline copy of /)).toBeVisible()
  const code = page.getByRole('img', { name: /^QR code of ticket/ }).first()
  expect(await scan(code)).toMatch(/^2[0-9A-Z]{148}$/)
  await page
    .getByRole('button', { name: /^Full screen/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: /^Ticket / })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  await context.setOffline(false)
  await page.reload()
  await expect(page.getByText(/^Offline copy of /)).toBeHidden()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Save for offline use' })).toBeFocused()
  await page.reload()
  await expect(page.getByText('Not saved on this device')).toBeVisible()
  expect(await page.evaluate(async () => (await (await caches.open('foyer-orders')).keys()).length)).toBe(0)
})

test('an account lists the tickets of its orders, with links to their codes @full', async ({
  page,
  foyer,
  post,
}) => {
  const email = newEmail()
  await register(page, foyer, email)
  await page.goto(await linkInMail(post, email, '/verify-email'))
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByText('Your email is verified')).toBeVisible()
  const show = await putOn(foyer, `Own Tickets ${randomUUID()}`)
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 2 })
  await buyAsGuest(page, email)
  const orderPath = new URL(page.url()).pathname

  await page.goto(foyer.url('aurora', urls.accountOrders()))
  const tickets = page.getByRole('region', { name: 'Your tickets' })
  const links = tickets.getByRole('link', { name: /^Show code of ticket/ })
  await expect(links).toHaveCount(2)
  await expectEveryScreen(page)
  await links.nth(1).click()
  await expect(page).toHaveURL(new RegExp(`${orderPath}#`))
  const code = new URL(page.url()).hash.slice(1)
  await expect(page.getByRole('img', { name: `QR code of ticket ${code}`, exact: true })).toBeInViewport()
})
