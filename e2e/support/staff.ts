import type { Page } from 'playwright/test'
import type { MemberRole } from '#model/people/members.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import type { RunningFoyer } from './foyer.ts'
import { signIn } from './members.ts'
import { expect } from './test.ts'

/** Portal pages with their headings. A link's page is found by the link's name. */
export const SCREENS = [
  ['/account/staff', 'Overview'],
  ['/account/staff/assignments', 'Assignments'],
  ['/account/staff/links', 'Links'],
  ['/account/staff/earnings', 'Earnings'],
  ['/account/staff/profile', 'Profile'],
] as const

/** Opens a portal page and signs in as the demo's seller. */
export async function openPortal(page: Page, foyer: RunningFoyer, path = '/account/staff'): Promise<void> {
  await page.goto(foyer.url('aurora', path))
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await signIn(page, 'sales@aurora.example', DEMO_PASSWORD)
  await expect(page).toHaveURL(foyer.url('aurora', path))
  await expectLoaded(page)
}

/** Waits until placeholders are replaced and plots rendered. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy=true], main .skeleton')).toHaveCount(0)
}

/** Makes an account a member of a demo promoter. Default: a seller with 10% commission. */
export async function employ(
  foyer: RunningFoyer,
  email: string,
  { slug = 'aurora', role = 'sales' }: { slug?: string; role?: MemberRole } = {},
): Promise<void> {
  const { id: promoterId } = await foyer.db
    .selectFrom('promoters')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const { id: accountId } = await foyer.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date() })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  const createdAt = new Date()
  await foyer.db
    .insertInto('members')
    .values({ promoter_id: promoterId, account_id: accountId, role, created_at: createdAt })
    .execute()
  await foyer.db
    .insertInto('commission_rules')
    .values({
      promoter_id: promoterId,
      member_id: accountId,
      kind: 'percentage',
      basis_points: 1000,
      created_at: createdAt,
    })
    .execute()
}

/** As when the tab becomes visible: loads at once what the page loads every four seconds. */
export const lookAgain = (page: Page): Promise<void> =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

export const BRIEFLY = { timeout: 400 }

/** For what a job does: looks again until the page shows it. */
export const soon = (page: Page, check: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await lookAgain(page)
    await check()
  }).toPass()
