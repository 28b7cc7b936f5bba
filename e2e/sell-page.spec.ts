import { sql } from 'kysely'
import sharp from 'sharp'
import { formatMoney } from '#model/platform/money.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { OWNER } from './support/console.ts'
import { signIn } from './support/members.ts'
import { eachScreen, expectEveryScreen } from './support/screens.ts'
import { expect, expectAccessible, expectFits, test } from './support/test.ts'

test('/sell shows the configured fees and leads to a storefront @full', async ({ page, foyer }) => {
  await page.goto(foyer.url(''))
  await page.getByRole('banner').getByRole('link', { name: 'Sell tickets' }).click()
  await expect(page).toHaveURL(foyer.url('', '/sell'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { rows } = await sql<{ base: number; points: number; order: number }>`
    select ticket_base_cents as base, ticket_basis_points as points, order_base_cents as order
    from fee_configurations where currency = 'EUR' and promoter_id is null and event_id is null`.execute(
    foyer.db,
  )
  const [fees] = rows
  const total = 2000 + (fees?.base ?? 0) + ((fees?.points ?? 0) * 2000) / 10_000 + (fees?.order ?? 0)
  expect(total).toBeGreaterThan(2000)
  const costs = page.getByRole('region', { name: 'Pricing' })
  const buyers = costs.getByRole('listitem').filter({ hasText: 'Buyers pay the fees' })
  await expect(buyers).toContainText(`Buyer pays${formatMoney(total, 'EUR')}`)
  await expect(buyers).toContainText('You receive€20.00')
  const promoters = costs.getByRole('listitem').filter({ hasText: 'You pay the fees' })
  await expect(promoters).toContainText('Buyer pays€20.00')
  await expect(promoters).toContainText(`You receive${formatMoney(4000 - total, 'EUR')}`)
  await expect(page.getByText('Payments are in test mode')).toBeVisible()
  await page.getByRole('link', { name: 'Open your storefront' }).first().click()
  await expect(page).toHaveURL(/\/login\?next=%2Fpromoter%2Fstart$/)
})

test('a storefront’s /sell redirects to the main site’s @full', async ({ page, foyer }) => {
  await page.goto(foyer.url('aurora', '/sell'))
  await expect(page).toHaveURL(foyer.url('', '/sell'))
})

test('/sell passes axe and fits every screen size @full', async ({ page, foyer }) => {
  await eachScreen(page, async (tab) => {
    await tab.goto(foyer.url('', '/sell'))
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(foyer.url('', '/sell'))
  await expectFits(page, 320)
  await expectAccessible(page)
  const amounts = page.getByRole('region', { name: 'Pricing' }).locator('dd')
  for (const width of [320, 768, 1024]) {
    await page.setViewportSize({ width, height: 640 })
    const lines = await amounts.evaluateAll((each) =>
      each.map((one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return range.getClientRects().length
      }),
    )
    expect(new Set(lines), `lines of an amount at ${width} px`).toEqual(new Set([1]))
    await expectFits(page, width)
  }
})

test('pictures of /sell have their stated size in both colour schemes @full', async ({ page, foyer }) => {
  await page.goto(foyer.url('', '/sell'))
  const sets = await page
    .locator('picture :is(source, img)')
    .evaluateAll((each) => each.map((one) => one.getAttribute('srcset') ?? ''))
  const files = sets.flatMap((set) => set.split(', ').map((candidate) => candidate.split(' ')))
  expect(files).toHaveLength(16)
  for (const [path = '', width = ''] of files) {
    const answer = await page.request.get(foyer.url('', path))
    expect(answer.status(), path).toBe(200)
    expect((await sharp(await answer.body()).metadata()).width, path).toBe(Number.parseInt(width, 10))
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('/sell is complete without JavaScript and the same for everyone', async ({ page, foyer }) => {
    const answer = await page.goto(foyer.url('', '/sell'))
    expect(answer?.headers()['etag']).toBeTruthy()
    await expect(page.getByRole('link', { name: 'Open your storefront' }).first()).toHaveAttribute(
      'href',
      '/promoter/start',
    )
    await page.getByText('Fees in other currencies').click()
    await expect(page.getByRole('row', { name: /^JPY/ })).toBeVisible()
  })
})

test('the page to open a storefront has no console navigation @full', async ({ page, foyer }) => {
  await page.goto(foyer.url('', '/promoter/start'))
  await signIn(page, OWNER, DEMO_PASSWORD)
  await expect(page.getByRole('button', { name: 'Create my storefront' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectEveryScreen(page)
})
