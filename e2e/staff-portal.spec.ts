import type { Page } from 'playwright/test'
import { pressAt, typeInto } from './support/keyboard.ts'
import { newEmail, register, signIn, test } from './support/members.ts'
import { expectEveryScreen, LIGHT_DESKTOP, LIGHT_PHONE } from './support/screens.ts'
import { endShow, putOn } from './support/stage.ts'
import { employ, expectLoaded, openPortal, SCREENS } from './support/staff.ts'
import { expect, expectAccessible } from './support/test.ts'
import { buyAsGuest, chooseTickets, PERSONS_BROWSER } from './support/visitor.ts'

test.use({ userAgent: PERSONS_BROWSER })

async function expectFine(page: Page): Promise<void> {
  await expectLoaded(page)
  await expectEveryScreen(page)
}

test('the demo’s seller sees every screen, on a phone and on a desktop, in light and dark @full', async ({
  page,
  foyer,
}) => {
  test.slow()
  await openPortal(page, foyer)
  for (const [path, heading] of SCREENS) {
    await page.goto(foyer.url('aurora', path))
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expectLoaded(page)
    await expectEveryScreen(page, LIGHT_PHONE, LIGHT_DESKTOP)
  }
  await page.goto(foyer.url('aurora', '/account/staff/links'))
  await page.getByRole('list', { name: 'Your links' }).getByRole('heading').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'From visit to ticket' })).toBeVisible()
  await expectLoaded(page)
  await expectEveryScreen(page, LIGHT_PHONE, LIGHT_DESKTOP)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  const code = page.getByRole('img', { name: /^QR code of / })
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)
})

test('§2 /staff, /direct-staff-access and paths below redirect to the portal with the query', async ({
  page,
  foyer,
}) => {
  for (const path of ['/staff', '/staff/links/old', '/direct-staff-access', '/direct-staff-access/x/y']) {
    const from = foyer.url('aurora', `${path}?promoter=aurora&utm_source=mail`)
    const leading = page.waitForResponse((response) => response.url() === from)
    await page.goto(from)
    expect((await leading).status()).toBe(302)
    expect((await leading).headers()['location']).toBe('/account/staff?promoter=aurora&utm_source=mail')
    // The portal redirects, which would interrupt the next navigation.
    await page.waitForURL('**/login?next=*')
  }
  const answer = await page.goto(foyer.url('aurora', '/staff-party'))
  expect(answer?.status(), 'no whole step of the path').toBe(404)
})

test('arrow keys move through a chart’s days, and its numbers are in a table @full', async ({
  page,
  foyer,
}) => {
  await openPortal(page, foyer, '/account/staff/earnings')
  const plot = page.getByRole('figure').first()
  await plot.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  await expect(plot.locator('.recharts-tooltip-wrapper')).toContainText(/Commission.*€/)
  await plot.getByText('Show as table').click()
  await expect(plot.getByRole('columnheader', { name: 'Commission' })).toBeVisible()
})

test('account pages link staff, and only staff, to the portal @full', async ({ page, foyer }) => {
  await openPortal(page, foyer)
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByRole('link', { name: 'Staff portal' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(foyer.url('aurora', '/'))
  await register(page, foyer, newEmail())
  await page.goto(foyer.url('aurora', '/account'))
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Staff portal' })).toHaveCount(0)
  await page.goto(foyer.url('aurora', '/account/staff/earnings'))
  await expect(page.getByRole('heading', { name: 'You’re not on this team' })).toBeVisible()
  await expectAccessible(page)
})

async function buyThrough(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await chooseTickets(page, { Entry: 2 })
  await buyAsGuest(page)
}

test('by keyboard alone: a link, a sale that shows by itself, the set-up, and a payout @full', async ({
  page,
  browser,
  foyer,
}) => {
  test.slow()
  const email = newEmail()
  const show = await putOn(foyer, `Links ${email}`)
  await register(page, foyer, email)
  await employ(foyer, email)
  await page.goto(foyer.url('aurora', '/account/staff/links'))

  await pressAt(page.getByRole('button', { name: 'Create a link' }))
  const dialog = page.getByRole('dialog', { name: 'New link' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await pressAt(dialog.getByLabel('Name'))
  await expect(dialog.getByRole('alert')).toBeFocused()
  await typeInto(dialog.getByLabel('Name'), 'Poster')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`Links ${email}`)
  await pressAt(dialog.getByRole('button', { name: 'Create link' }))
  await expect(page.getByText('Your link is ready')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  const short = await page
    .locator('main')
    .getByText(/\/t\/\w+/)
    .first()
    .innerText()

  const visitor = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await page.goto(foyer.url('aurora', '/account/staff/earnings'))
  await expect(page.getByRole('heading', { name: 'Nothing earned yet' })).toBeVisible()
  const shop = await visitor.newPage()
  await buyThrough(shop, `http://${short}`)
  // 10% of two tickets at 20.00.
  const pending = page.locator('.figure').filter({ hasText: 'Pending' })
  await expect(pending).toContainText('€4.00')
  await visitor.close()

  await endShow(foyer, show, new Date(Date.now() - 19 * 86_400_000))
  await page.getByRole('button', { name: 'Set up payouts' }).press('Enter')
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(page).toHaveURL(foyer.url('aurora', '/account/staff/earnings'))
  await expect(page.getByText(/Your payout account is ready|Payout setup not complete/)).toBeVisible()
  await expect(page.getByText('Your payout account is ready')).toBeVisible({ timeout: 20_000 })

  await page.getByRole('button', { name: 'Pay out up to €4.00' }).press('Enter')
  const payout = page.getByRole('dialog', { name: 'Request a payout' })
  await expect(payout.getByLabel('Amount in EUR')).toHaveValue('4.00')
  await expectAccessible(page)
  await typeInto(payout.getByLabel('Amount in EUR'), '4.01')
  await page.keyboard.press('Enter')
  await expect(payout.getByRole('alert')).toContainText('At most €4.00 is available.')
  await typeInto(payout.getByLabel('Amount in EUR'), '3.50')
  await page.keyboard.press('Enter')
  await expect(page.getByText('€3.50 requested')).toBeVisible()
  await expect(payout).toBeHidden()
  await expect(page.locator('.figure').filter({ hasText: 'Available' })).toContainText('€0.50')
  await expect(page.locator('.account-list')).toContainText('Needs approval')
})

test('a member of two promoters switches between them, and the browser remembers the choice @full', async ({
  page,
  foyer,
}) => {
  const email = newEmail()
  await register(page, foyer, email)
  await employ(foyer, email)
  await employ(foyer, email, { slug: 'nordlys' })
  await page.goto(foyer.url('aurora', '/account/staff'))
  await expect(page.getByText('You’re working for Aurora')).toBeVisible()
  await expect(page.getByLabel('Promoter', { exact: true })).toHaveCount(0)

  await page.goto(foyer.url('', '/account/staff'))
  await signIn(page, email)
  const promoter = page.getByLabel('Promoter', { exact: true })
  await expect(promoter.getByRole('option')).toHaveText([/^Aurora/, /^Nordlys/])
  await page.goto(foyer.url('', '/account/staff/links'))
  await expect(page.getByRole('heading', { name: 'No links yet' })).toBeVisible()
  await page.goto(foyer.url('', '/account/staff'))
  await promoter.selectOption({ index: 1 })
  await expect(page.getByText(/You’re working for Nordlys/)).toBeVisible()
  await page.goto(foyer.url('', '/account/staff/profile'))
  await expect(page.getByText(/Sales at Nordlys/)).toBeVisible()
  await expectFine(page)
})

test('who works the door has a portal without links @full', async ({ page, foyer }) => {
  const email = newEmail()
  await register(page, foyer, email)
  await employ(foyer, email, { role: 'door' })
  await page.goto(foyer.url('aurora', '/account/staff'))
  await expect(page.getByText('You’re working for Aurora')).toBeVisible()
  await expect(page.getByText('No upcoming assignments.')).toBeVisible()
  const places = page.getByRole('navigation', { name: 'Portal' }).getByRole('listitem')
  await expect(places).toHaveText(['Overview', 'Assignments', 'Door', 'Earnings', 'Profile'])
  await expectFine(page)
  await page.goto(foyer.url('aurora', '/account/staff/links'))
  await expect(page.getByRole('heading', { name: 'Links are for members who sell' })).toBeVisible()
  await expectFine(page)
})
