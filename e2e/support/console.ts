import type { Page } from 'playwright/test'
import { login } from '#contracts/account/sign-in.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import type { RunningFoyer } from './foyer.ts'
import { expect } from './test.ts'

export const OWNER = 'owner@aurora.example'

/** Opens a console page as Aurora's owner. The session is stored as the sign-in form does, which the tests of accounts use. */
export async function openAsOwner(page: Page, foyer: RunningFoyer, path: string): Promise<void> {
  // A page without scripts, to have its origin's storage.
  await page.goto(foyer.url('aurora', '/robots.txt'))
  await page.evaluate(storeSession, { path: login.path, email: OWNER, password: DEMO_PASSWORD })
  await page.goto(foyer.url('aurora', path))
  await expectScreen(page)
}

/** Runs in the page. */
async function storeSession({ path, ...credentials }: { path: string; email: string; password: string }) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  const { data } = await answer.json()
  localStorage.setItem('customer_access_token', data.accessToken)
  localStorage.setItem('customer_data', JSON.stringify(data.customer))
  localStorage.setItem('isStaffUser', 'true')
}

/** Waits until the page has loaded, without placeholders. */
export async function expectScreen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main').locator('section, form, table, ol').first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true], main .skeleton, main [class$=-skeleton]')).toHaveCount(0)
}
