import { openAsOwner } from './support/console.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('a promoter publishes a legal page, and it appears in the footer', async ({ page, foyer }) => {
  await openAsOwner(page, foyer, '/promoter/legal')
  const section = page.getByRole('region', { name: 'Refund policy' })
  await section.getByRole('button', { name: 'Edit: Refund policy' }).click()
  await expectAccessible(page)
  await section.getByLabel('Refund policy, as text').fill('# Within 14 days\n\nWrite to us.')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('Version 2')).toBeVisible()
  await page.goto(foyer.url('aurora', '/'))
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Refund policy' }).click()
  await expect(page.getByRole('heading', { name: 'Refund policy', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Within 14 days', level: 2 })).toBeVisible()
  await expectAccessible(page)
  await page.goto(foyer.url('aurora', '/legal/refunds?version=1'))
  await expect(page.getByText('This version is no longer in force.')).toBeVisible()
  const missing = await page.goto(foyer.url('aurora', '/legal/cookies'))
  expect(missing?.status()).toBe(404)
})
