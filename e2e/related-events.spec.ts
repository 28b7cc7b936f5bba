import { expect, expectAccessible, test } from './support/test.ts'

const NACHTSTROM = '/events/nachtstrom-all-night-long'

test('an event page links to its promoter and to other events @full', async ({ page, foyer }) => {
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

test('related events show their picture, and only if they have one @full', async ({ page, foyer }) => {
  await page.goto(foyer.url('', '/events/synths-for-beginners'))
  const related = page.getByRole('region', { name: /^(More from|You might)/ }).getByRole('listitem')
  await expect(related).toHaveCount(6)
  const slugs = await related
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.replace('/events/', '') ?? ''))
  const events = await foyer.db
    .selectFrom('events')
    .select(['slug', 'cover_url'])
    .where('slug', 'in', slugs)
    .execute()
  const withPicture = slugs.filter((slug) =>
    events.some((event) => event.slug === slug && event.cover_url !== ''),
  )
  expect(withPicture.length).toBeGreaterThan(0)
  expect(withPicture.length).toBeLessThan(slugs.length)
  for (const [index, slug] of slugs.entries()) {
    const picture = related.nth(index).locator('img')
    await expect(picture).toHaveCount(withPicture.includes(slug) ? 1 : 0)
    if (!withPicture.includes(slug)) continue
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBeGreaterThan(0)
  }
})
