import { expect, expectAccessible, test } from './support/test.ts'

const NACHTSTROM = '/events/nachtstrom-all-night-long'

test('an event page links to its promoter and to other events', async ({ page, foyer }) => {
  await page.goto(foyer.url('', NACHTSTROM))
  const more = page.getByRole('region', { name: 'More from Aurora' })
  const others = page.getByRole('region', { name: 'You might also like' })
  await expect(more.getByRole('listitem')).toHaveCount(3)
  await expect(others.getByRole('listitem')).toHaveCount(3)
  await expect(more.getByRole('link', { name: /^Nachtstrom: all night/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Aurora', exact: true }).click()
  await expect(page).toHaveURL(foyer.url('aurora', '/'))

  await page.goto(foyer.url('aurora', NACHTSTROM))
  await expect(others).toHaveCount(0)
  const next = more.getByRole('listitem').first().getByRole('link')
  const title = await next.innerText()
  await next.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Aurora', exact: true }).click()
  await expect(page).toHaveURL(foyer.url('aurora', '/'))
})
