import type { Locator, Page } from 'playwright/test'
import { findContradictions } from '#tests/support/invariants.ts'
import { fullUnless } from '#tests/support/sample.ts'
import { expect, test } from './support/test.ts'
import {
  acceptTerms,
  chooseTickets,
  drawer,
  openCart,
  fillCard,
  fillContact,
  goToCheckout,
  payButton,
  panel,
} from './support/visitor.ts'

/** Demo storefronts that cover prices with VAT, six currencies, added taxes, and fees paid by buyers, promoters or both. */
const STOREFRONTS = ['aurora', 'nordlys', 'brickworks'] as const

/** A ticket type on sale with its first displayed price. */
interface Row {
  path: string
  name: string
  price: string
}

const rowsOf = async (page: Page, path: string): Promise<Row[]> => {
  const rows = page.locator('.ticket-row').filter({ has: page.getByRole('spinbutton') })
  const read = async (row: Locator): Promise<Row> => ({
    path,
    name: await row.getByRole('heading').innerText(),
    price: await row.locator('.ticket-price strong').innerText(),
  })
  return Promise.all((await rows.all()).map(read))
}

const totalIn = (within: Locator): Locator => within.locator('.price-summary .price-total dd').first()

test.afterEach(async ({ foyer }) => {
  expect(await findContradictions(foyer.db)).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const storefront of STOREFRONTS) {
    test(`${storefront}: every ticket type on sale costs its first price in list, cart, checkout and order @full`, async ({
      page,
      foyer,
    }) => {
      test.setTimeout(180_000)
      await page.goto(foyer.url(storefront))
      const cards = await readCards(page)
      expect(cards.length).toBeGreaterThan(3)
      const rows: Row[] = []
      for (const card of cards) {
        await page.goto(foyer.url(storefront, card.path))
        const own = await rowsOf(page, card.path)
        const prices = own.map(({ price }) => price)
        if (own.length > 0) expect(prices, card.path).toContain(card.price)
        rows.push(...own)
      }
      expect(rows.length).toBeGreaterThan(8)
      for (const row of rows) await expectPricePaid(page, foyer.url(storefront), row)
    })
  }
})

async function readCards(page: Page): Promise<{ path: string; price: string }[]> {
  const cards = await page.locator('.event-card:not([data-over])').all()
  return Promise.all(
    cards.map(async (card) => ({
      path: (await card.getByRole('link').first().getAttribute('href')) ?? '',
      price: (await card.locator('.event-card-price span').first().innerText())
        .replace(/^(?:From|Free –) /, '')
        .replace(/ incl\..*$/, ''),
    })),
  )
}

/** Buys one ticket of the row and checks every displayed total. */
async function expectPricePaid(page: Page, origin: string, { path, name, price }: Row): Promise<void> {
  const what = `${name}, ${path}`
  await page.context().clearCookies()
  await page.goto(origin + path.slice(1))
  await page.getByRole('spinbutton', { name: `Quantity of ${name}`, exact: true }).fill('1')
  await page.getByRole('button', { name: 'Choose tickets' }).click()
  await expect(totalIn(page.locator('.plain-cart')), `cart: ${what}`).toHaveText(price)
  await page.getByRole('link', { name: 'Checkout', exact: true }).click()
  await expect(totalIn(page.locator('.checkout-summary')), `checkout: ${what}`).toHaveText(price)
  const button = page.locator('.checkout-pay button')
  await expect(button, `button: ${what}`).toHaveText(price === 'Free' ? 'Reserve 1 ticket' : `Pay ${price}`)
  await fillContact(page)
  await answerQuestions(page)
  if (price !== 'Free') await fillCard(page)
  await acceptTerms(page)
  await button.click()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(totalIn(receipt), `order: ${what}`).toHaveText(price)
}

async function answerQuestions(page: Page): Promise<void> {
  const form = page.locator('.checkout-form')
  for (const select of await form.locator('select').all()) await select.selectOption({ index: 1 })
  for (const box of await form.getByRole('checkbox').all()) await box.check()
  const named = form.locator(
    'input[name^="attendees."]:not([type=checkbox]), input[name^="answers."]:not([type=checkbox])',
  )
  for (const field of await named.all()) {
    const isEmail = (await field.getAttribute('type')) === 'email'
    await field.fill(isEmail ? 'guest@example.com' : 'Ada')
  }
}

for (const [storefront, path, quantities] of [
  ['aurora', '/events/aurora-weekender-cascais', 2],
  ['nordlys', '/events/aino-quartet-late-schubert', 2],
  ['brickworks', '/events/slow-news-live', 3],
] as const) {
  const agree = `${storefront}: row, button, panel, drawer, checkout and order agree on ${path}`
  test(`${agree}${fullUnless(storefront === 'aurora')}`, async ({ page, foyer }) => {
    await page.goto(foyer.url(storefront, path))
    const rows = await rowsOf(page, path)
    const submit = page.locator('.ticket-submit')
    for (const { name, price } of rows) {
      await page.getByRole('button', { name: `Add one ${name}`, exact: true }).click()
      await expect(submit, name).toHaveText(
        price === 'Free' ? 'Add 1 ticket · Free' : `Add 1 ticket · ${price}`,
      )
      await page.getByRole('button', { name: `Remove one ${name}`, exact: true }).click()
    }
    const name = rows[0]?.name ?? ''
    for (let count = 0; count < quantities; count += 1)
      await page.getByRole('button', { name: `Add one ${name}`, exact: true }).click()
    await expect(submit).toContainText('·')
    const total = (await submit.innerText()).split(' · ')[1] ?? 'no total'
    await chooseTickets(page, {})
    await expect(panel(page).locator('.price')).toHaveText(total)
    await openCart(page)
    await expect(totalIn(drawer(page))).toHaveText(total)
    await goToCheckout(page)
    await expect(totalIn(page.getByRole('complementary', { name: 'Order summary' }))).toHaveText(total)
    await expect(payButton(page)).toHaveText(`Pay ${total}`)
    await fillContact(page)
    await answerQuestions(page)
    await fillCard(page)
    await acceptTerms(page)
    await payButton(page).click()
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await expect(totalIn(receipt)).toHaveText(total)
    await expect(receipt.getByText('Subtotal')).toBeVisible()
  })
}
