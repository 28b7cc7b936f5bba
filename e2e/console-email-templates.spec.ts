import type { Page } from 'playwright/test'
import { openAsOwner, OWNER } from './support/console.ts'
import { test } from './support/members.ts'
import { eachScreen } from './support/screens.ts'
import { expect } from './support/test.ts'
import { buyAsGuest, chooseTickets } from './support/visitor.ts'

const WORDS = '# See you soon\n\nIt is **on**, {{customer.firstName}}.\n\n'

const mailFrame = (page: Page) => page.frameLocator('iframe[title="The email as it would arrive"]')

test('a customised confirmation is edited, tested and received by a buyer @full', async ({
  page,
  browser,
  foyer,
  post,
}) => {
  test.setTimeout(120_000)
  await openAsOwner(page, foyer, '/promoter/e-mails')
  await page.getByLabel('Name (optional)').fill('Aurora box office')
  await page.getByRole('button', { name: 'Save sender' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Order confirmation' }).press('Enter')
  await expect(mailFrame(page).getByRole('heading', { level: 1 })).toHaveText('You’re going, Ada')
  await page.getByLabel('Subject').fill('On the list: {{event.name}}')
  await expect(page.getByText('Column 14: unknown placeholder {{event.name}}.')).toBeVisible()
  await page.getByLabel('Subject').fill('On the list: ')
  await page.getByRole('button', { name: '{{event.title}}' }).press('Enter')
  await expect(page.getByLabel('Subject')).toHaveValue('On the list: {{event.title}}')
  await page.getByLabel('Text', { exact: true }).first().fill(WORDS)
  await expect(page.getByText('Add {{tickets}}: it is required in this email.')).toBeVisible()
  await page.getByRole('button', { name: '{{tickets}}' }).press('Enter')
  await expect(mailFrame(page).getByRole('heading', { level: 1 })).toHaveText('See you soon')
  await expect(mailFrame(page).getByText('SAMPLE-1234')).toBeVisible()

  await page.getByRole('button', { name: 'Send test' }).press('Enter')
  await expect(page.getByText(`On its way to ${OWNER}`)).toBeVisible()
  const arrivedFor = (to: string) => post.arrived.findLast((each) => each.to === to)?.mail
  await expect.poll(() => arrivedFor(OWNER)?.subject, { timeout: 15_000 }).toMatch(/^Test: On the list: \S/)
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByText('Your text', { exact: true })).toBeVisible()

  const buyer = await (await browser.newContext()).newPage()
  await buyer.goto(foyer.url('aurora', '/events/nachtstrom-all-night-long'))
  const quantity = buyer.getByRole('spinbutton', { name: /^Quantity of/ }).first()
  const ticket = (await quantity.getAttribute('aria-label'))?.replace('Quantity of ', '') ?? ''
  await chooseTickets(buyer, { [ticket]: 1 })
  await buyAsGuest(buyer)
  const confirmation = () =>
    post.arrived.findLast(({ mail }) => mail.subject?.startsWith('On the list: '))?.mail
  await expect.poll(() => confirmation()?.from?.name, { timeout: 15_000 }).toBe('Aurora box office')
  expect(confirmation()?.html).toContain('It is <strong>on</strong>, Ada.')
  await buyer.context().close()

  await page.getByRole('button', { name: 'Restore Foyer’s text' }).press('Enter')
  await expect(page.getByText('Foyer’s text', { exact: true }).first()).toBeVisible()
  await expect(mailFrame(page).getByRole('heading', { level: 1 })).toHaveText('You’re going, Ada')
})

test('email screens pass axe and fit every screen size @full', async ({ page, foyer }) => {
  test.setTimeout(120_000)
  await openAsOwner(page, foyer, '/promoter/e-mails')
  await eachScreen(page, async (each) => {
    await each.goto(foyer.url('aurora', '/promoter/e-mails'))
    await expect(each.getByRole('link', { name: 'Order confirmation' })).toBeVisible()
    await expect(each.getByLabel('Reply-to address')).toBeVisible()
  })
  await eachScreen(page, async (each) => {
    await each.goto(foyer.url('aurora', '/promoter/e-mails/order_confirmed'))
    await expect(mailFrame(each).getByRole('heading', { level: 1 })).toBeVisible()
    await each.getByLabel('Subject').fill('{{nobody}}')
    await expect(each.getByText('unknown placeholder {{nobody}}')).toBeVisible()
    // Scripts are blocked in the frame, including axe.
    await each.getByRole('radio', { name: 'Text' }).check({ force: true })
    await expect(each.getByLabel('The email as plain text')).toContainText('SAMPLE-1234')
  })
})
