import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { startFoyer, type RunningFoyer } from './foyer.ts'
import { expect, test as base } from './test.ts'

/** Tests with accounts: Foyer sends its mails to a local server. */
export const test = base.extend<object, { post: MailServer; foyer: RunningFoyer }>({
  post: [
    // Playwright reads the fixture's needs from the pattern: this one needs none.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const post = await openMailServer()
      await use(post)
      await post.close()
    },
    { scope: 'worker' },
  ],
  foyer: [
    async ({ post }, use) => {
      const foyer = await startFoyer({ SMTP_URL: post.url, MAIL_FROM: 'tickets@foyer.example' })
      await use(foyer)
      await foyer.stop()
    },
    { scope: 'worker' },
  ],
})

export const PASSWORD = 'correct horse battery'
export const NEW_PASSWORD = 'another horse battery'

export const newEmail = (): string => `ada-${randomUUID().slice(0, 8)}@example.com`

export async function register(page: Page, foyer: RunningFoyer, email: string): Promise<void> {
  await page.goto(foyer.url('aurora', '/register'))
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Now check your email.')).toBeVisible()
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export const profileHeading = (page: Page) => page.getByRole('heading', { name: 'Profile', level: 1 })

/** The link to a page in the latest mail to an address. */
export async function linkInMail(
  post: MailServer,
  to: string,
  path: '/verify-email' | '/reset-password' | '/join',
): Promise<string> {
  const find = (): string | undefined =>
    post.arrived
      .filter((each) => each.to === to)
      .map(({ mail }) => new RegExp(`http://\\S+${path}#[\\w-]+`).exec(mail.text ?? '')?.[0])
      .findLast((link) => link !== undefined)
  await expect.poll(find, { timeout: 15_000 }).toBeDefined()
  return find() ?? ''
}

/** Error message of a submitted form. Excludes the empty live region of the toasts. */
export const problemMessage = (within: Page | Locator) => within.getByRole('alert').filter({ hasText: /\S/ })
