import type { Page } from 'playwright/test'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import type { RunningFoyer } from './foyer.ts'
import { signIn } from './members.ts'
import { expect } from './test.ts'

export const OWNER = 'owner@aurora.example'

export async function openAsOwner(page: Page, foyer: RunningFoyer, path: string): Promise<void> {
  await page.goto(foyer.url('aurora', path))
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await signIn(page, OWNER, DEMO_PASSWORD)
  await expect(page).toHaveURL(foyer.url('aurora', path))
  await expectScreen(page)
}

/** Waits until the page has loaded, without placeholders. */
export async function expectScreen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main').locator('section, form, table, ol').first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true], main .skeleton, main [class$=-skeleton]')).toHaveCount(0)
}
