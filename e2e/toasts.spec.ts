import type { Page } from 'playwright/test'
import { systemClock } from '#server/context.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { openDemo } from './support/foyer.ts'
import { signIn } from './support/members.ts'
import { startNode } from './support/nodes.ts'
import { expect, test } from './support/test.ts'

/** §2: `app:toast` shows title and message, visibly, until they are dismissed. */
async function expectToast(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await expectToastHere(page, new URL(address).pathname)
}

async function expectToastHere(page: Page, where: string): Promise<void> {
  const detail = { type: 'warning', title: `Heard at ${where}`, message: 'By everyone.', duration: 600_000 }
  await page.evaluate(
    (toast) => window.dispatchEvent(new CustomEvent('app:toast', { detail: toast })),
    detail,
  )
  const shown = page.locator('.toast', { hasText: detail.title })
  await expect(shown, where).toBeVisible()
  await expect(shown, where).toBeInViewport({ ratio: 1 })
  await expect(shown).toContainText(detail.message)
  await expect(shown).toHaveAttribute('data-type', detail.type)
  expect(await shown.evaluate((toast) => getComputedStyle(toast).display), where).toBe('flex')
  await shown.getByRole('button', { name: 'Dismiss this message' }).click()
  await expect(shown).toHaveCount(0)
}

const VISITORS = [
  '/',
  '/nothing-here',
  '/events/halbmond-album-release',
  '/cart',
  '/checkout',
  '/login',
  '/register',
  '/join',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/developers/api',
]
const MEMBERS = [
  '/account',
  '/account/orders',
  '/account/security',
  '/account/staff',
  '/account/staff/earnings',
  '/promoter',
  '/promoter/events',
  '/promoter/site',
  '/promoter/start',
]

test('§2 visitor pages, sign-in and the API reference show app:toast @full', async ({ page, foyer }) => {
  test.slow()
  for (const path of VISITORS) await expectToast(page, foyer.url('aurora', path))
  const paid = await foyer.db
    .selectFrom('orders')
    .innerJoin('promoters', 'promoters.id', 'orders.promoter_id')
    .select('orders.id')
    .where('promoters.slug', '=', 'aurora')
    .where('orders.status', '=', 'paid')
    .executeTakeFirstOrThrow()
  await expectToast(page, foyer.url('aurora', `/orders/${paid.id}`))
  const payee = { key: 'toast', email: 'mia@example.com', country: 'DE', name: 'Mia' }
  const { id } = await createSandboxEngine({ db: foyer.db, clock: systemClock }).payees.create(payee)
  await expectToast(page, foyer.url('aurora', `/sandbox/onboarding/${id}`))
  await expectToast(page, foyer.url('aurora', `/sandbox/dashboard/${id}`))
})

test('§2 accounts, the portal and the console show app:toast @full', async ({ page, foyer }) => {
  test.slow()
  await page.goto(foyer.url('aurora', '/login?next=/account'))
  await signIn(page, 'owner@aurora.example', DEMO_PASSWORD)
  await expect(page).toHaveURL(foyer.url('aurora', '/account'))
  for (const path of MEMBERS) await expectToast(page, foyer.url('aurora', path))
})

test('§2 the mailbox shows app:toast @full', async ({ page }) => {
  const { address, drop } = await openDemo()
  const node = await startNode(address, { settings: { MAILBOX: 'on', MAIN_HOSTS: 'localhost,127.0.0.1' } })
  try {
    await expectToast(page, `http://localhost:${node.port}/dev/mailbox`)
  } finally {
    await node.stop()
    await drop()
  }
})
