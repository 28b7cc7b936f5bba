import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { MailServer } from '#tests/support/mail-server.ts'
import type { RunningFoyer } from './foyer.ts'
import { linkInMail, newEmail, PASSWORD } from './members.ts'
import { expect } from './test.ts'

export async function openPromoter(
  page: Page,
  foyer: Pick<RunningFoyer, 'url'>,
  { post, look = async () => {} }: { post: MailServer; look?: (page: Page) => Promise<void> },
): Promise<string> {
  const email = newEmail()
  await page.goto(foyer.url(''))
  await page.getByRole('link', { name: 'Sell tickets' }).first().click()
  await page.getByRole('link', { name: 'Open your storefront' }).first().click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText('Verify your email address first')).toBeVisible()
  const link = await linkInMail(post, email, '/verify-email')
  const other = await page.context().newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Verify email' }).click()
  await expect(other.getByText('Your email is verified')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/promoter/start')
  await other.close()
  // The waiting page updates itself.

  const name = `Owls ${randomUUID().slice(0, 6)}`
  await page.getByLabel('Organiser name').fill(name)
  await expect(page.getByText(/is available\./)).toBeVisible()
  await page.getByLabel('Country').selectOption('Germany')
  await expect(page.getByLabel('Currency')).toHaveValue('EUR')
  await look(page)
  await page.getByRole('button', { name: 'Create my storefront' }).click()
  await expect(page.getByLabel('Title')).toBeVisible()
  return name
}
