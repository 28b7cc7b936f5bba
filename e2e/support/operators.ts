import type { Page } from 'playwright/test'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { PASSWORD, signIn } from './members.ts'
import { plugInAuthenticator } from './passkeys.ts'
import { expect } from './test.ts'

/** Adds a passkey in a new tab, from the notice that asks for it. */
export async function addPasskey(page: Page): Promise<void> {
  const [security] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open Security' }).click(),
  ])
  await createPasskey(security)
  await security.close()
}

/** Adds a passkey on the page of security, which becomes the session's second factor. */
export async function createPasskey(page: Page, password = PASSWORD): Promise<void> {
  await plugInAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Laptop')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('button', { name: 'Remove Laptop' })).toBeVisible()
}

/** Signs in as the demo's operator, with a second factor. */
export async function signInOperator(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login?next=/account/security`)
  await signIn(page, 'operator@foyer.example', DEMO_PASSWORD)
  await createPasskey(page, DEMO_PASSWORD)
}

/** Fills the form for a new account. */
export async function createAccount(page: Page, person: { firstName: string; email: string }): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill('Moreau')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}
