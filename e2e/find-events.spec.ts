import { expect, test } from './support/test.ts'

test('a search leaves room for what it finds, and says when that only comes close', async ({
  page,
  foyer,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(foyer.url('', '/?q=nachtstrom'))
  const found = page.getByRole('article').first()
  const top = async () => (await found.boundingBox())?.y ?? Infinity
  expect(await top(), 'the first result begins in the upper half').toBeLessThan(370)
  await expect(page.getByText('No exact match')).toHaveCount(0)
  await page.getByRole('searchbox').fill('nachtstorm')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('No exact match')).toBeVisible()
  await expect(found).toContainText('Nachtstrom')
  await page.goto(foyer.url('', '/?q=heizhaus+aurora'))
  await expect(found).toContainText('Nachtstrom')
})
