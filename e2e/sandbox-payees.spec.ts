import { systemClock } from '#server/context.ts'
import { createSandboxEngine, type SandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const engineOf = (foyer: RunningFoyer): SandboxEngine =>
  createSandboxEngine({ db: foyer.db, clock: systemClock })

const newPayee = (foyer: RunningFoyer, key: string) =>
  engineOf(foyer).payees.create({ key, email: 'mia@example.com', country: 'DE', name: 'Mia' })

test.use({ javaScriptEnabled: false })

test('a payee completes onboarding, is checked, and sees their payouts @full', async ({ page, foyer }) => {
  const { id } = await newPayee(foyer, 'told')
  const path = `/sandbox/onboarding/${id}?return=${encodeURIComponent('/cart?from=payouts')}`
  await page.goto(foyer.url('aurora', path))
  await expect(page.getByText('Sandbox: no real money.')).toBeVisible()
  await page.getByLabel('Date of birth').fill('2020-01-01')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('You must be 18 or older')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Mia')
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(foyer.url('aurora', '/cart?from=payouts'))
  await expect(async () => {
    await page.goto(foyer.url('aurora', path))
    await expect(page.getByText('You can receive payouts.')).toBeVisible({ timeout: 200 })
  }).toPass()

  const { payees } = engineOf(foyer)
  const about = { payeeId: id, currency: 'EUR', metadata: {} }
  await payees.transfer({ ...about, key: 'in', amountCents: 4250, group: 'october' })
  await payees.payOut({ ...about, key: 'out', amountCents: 4000 })
  await page.goto(foyer.url('aurora', `/sandbox/dashboard/${id}`))
  await expect(page.getByText('€2.50')).toBeVisible()
  await expect(page.getByText('€42.50')).toBeVisible()
  await expect(page.getByText('€40.00')).toBeVisible()
})

test('a refused payee returns to this site only @full', async ({ page, foyer }) => {
  const { id } = await newPayee(foyer, 'refused')
  const path = `/sandbox/onboarding/${id}?return=${encodeURIComponent('//evil.example/')}`
  await page.goto(foyer.url('aurora', path))
  await page.getByRole('button', { name: 'Simulate rejection' }).click()
  await expect(page).toHaveURL(foyer.url('aurora', '/'))
  await page.goto(foyer.url('aurora', path))
  await expect(page.getByText('can’t receive payouts')).toBeVisible()
})

test('an unknown payout account has no page @full', async ({ page, foyer }) => {
  for (const kind of ['onboarding', 'dashboard']) {
    const answer = await page.goto(foyer.url('aurora', `/sandbox/${kind}/acct_unknown`))
    expect(answer?.status()).toBe(404)
  }
})

test.describe('with a script', () => {
  test.use({ javaScriptEnabled: true })
  test('both payee pages pass axe @full', async ({ page, foyer }) => {
    const { id } = await newPayee(foyer, 'axe')
    for (const kind of ['onboarding', 'dashboard']) {
      await page.goto(foyer.url('aurora', `/sandbox/${kind}/${id}`))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
  })
})
