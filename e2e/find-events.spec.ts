import { expect, test } from './support/test.ts'

test('a search leaves room for its results and marks approximate ones @full', async ({ page, foyer }) => {
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

test('the placeholder of the search fits at 320 px with a scrollbar @full', async ({ page, foyer }) => {
  await page.setViewportSize({ width: 305, height: 640 })
  await page.goto(foyer.url('', '/'))
  const room = await page.getByRole('searchbox').evaluate((input) => {
    if (!(input instanceof HTMLInputElement)) throw new Error('The search is no input.')
    const { font, letterSpacing, paddingInlineStart, paddingInlineEnd } = getComputedStyle(input)
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) throw new Error('There is no canvas.')
    Object.assign(pen, { font, letterSpacing })
    const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd)
    return input.clientWidth - padding - pen.measureText(input.placeholder).width
  })
  expect(room).toBeGreaterThanOrEqual(0)
})

test('category and price are filtered without JavaScript, from existing values, combined with other filters', async ({
  browser,
  foyer,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(foyer.url('brickworks', '/'))
  const category = page.getByRole('combobox', { name: 'Category' })
  const price = page.getByRole('combobox', { name: 'Price' })
  await expect(category.getByRole('option')).toHaveText([
    'Any category',
    'Theatre',
    'Comedy',
    'Talks',
    'Food & drink',
  ])
  await expect(price.getByRole('option')).toHaveText([
    'Any price',
    'Free',
    'Up to $20',
    'Up to $50',
    'Up to $100',
  ])
  await category.selectOption('Comedy')
  await price.selectOption('Free')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Open mic at the Press'])
  await expect(page).toHaveURL(/category=comedy&price=free/)
  const dates = page.getByRole('navigation', { name: 'Dates' })
  await dates.getByRole('link', { name: 'This month' }).click()
  await expect(category).toHaveValue('comedy')
  await expect(price).toHaveValue('free')
  await dates.getByRole('link', { name: 'Past events' }).click()
  await expect(category).toHaveValue('comedy')
  await expect(price, 'what is over costs nothing any more').toHaveCount(0)
  // Invalid parameters are ignored.
  await page.goto(foyer.url('brickworks', '/?category=opera&price=cheap'))
  await expect(page.getByRole('article').nth(3)).toBeVisible()
  await page.goto(foyer.url('brickworks', '/events/laugh-track-friday'))
  const kinds = page.getByRole('list', { name: 'Category and tags' })
  await expect(kinds.getByRole('link')).toHaveText(['Comedy', 'stand-up'])
  await kinds.getByRole('link', { name: 'stand-up' }).click()
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Laugh Track Friday'])
  await context.close()
})

test('a link with a longer search than the field takes finds events by its beginning @full', async ({
  page,
  foyer,
}) => {
  const title =
    'The complete late string quartets of Ludwig van Beethoven, played in one day from morning to midnight, with four intervals'
  await page.goto(foyer.url('', `/?q=${encodeURIComponent(title)}`))
  await expect(page.getByRole('searchbox')).toHaveValue(title.slice(0, 100))
  await expect(page.getByRole('article')).toHaveCount(1)
})
