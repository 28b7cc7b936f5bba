import type { Locator } from 'playwright/test'
import { readPdfText } from '#tests/support/pdf-text.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import {
  acceptTerms,
  chooseTickets,
  drawer,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
} from './support/visitor.ts'

/** A receipt's rows: 'Tickets: $68.00'. */
const rowsOf = async (prices: Locator): Promise<string[]> => {
  const rows = await prices.locator('div').all()
  return Promise.all(
    rows.map(async (row) =>
      [await row.locator('dt').innerText(), await row.locator('dd').innerText()].join(': '),
    ),
  )
}

test('taxes on top: beside the price, in the cart, at the checkout, on the order and its invoice', async ({
  page,
  foyer,
}) => {
  await page.goto(foyer.url('brickworks', '/events/slow-news-live'))
  const seat = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Seat', exact: true }) })
  await expect(seat).toContainText('+ tax')
  await chooseTickets(page, { Seat: 2 })
  const expected = [
    'Tickets: $68.00',
    'Ticket fees: $4.88',
    'Order fee: $2.68',
    'State tax 4 %: $2.72',
    'City tax 4.5 %: $3.06',
    'MTA tax 0.375 %: $0.26',
    'Total: $81.60',
  ]
  await expect(drawer(page).getByText('Total')).toBeVisible()
  await expect.poll(() => rowsOf(drawer(page).locator('.price-summary'))).toEqual(expected)
  await expectAccessible(page)
  await goToCheckout(page)
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect.poll(() => rowsOf(summary.locator('.price-summary'))).toEqual(expected)
  await fillContact(page)
  await fillCard(page)
  await acceptTerms(page)
  await expect(payButton(page)).toContainText('$81.60')
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  expect(await rowsOf(receipt.locator('.price-summary'))).toEqual(['2 × Seat: $68.00', ...expected.slice(1)])
  const address = await receipt.getByRole('link', { name: 'Invoice (PDF)' }).getAttribute('href')
  const invoice = await page.request.get(foyer.url('brickworks', address ?? ''))
  expect(invoice.status()).toBe(200)
  expect(invoice.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="invoice-1.pdf"',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  const text = readPdfText(await invoice.body())
  expect(text).toContain('Brickworks Presents LLC')
  expect(text).toContain('$81.60\nTotal')
  expect((await page.request.get(foyer.url('aurora', address ?? ''))).status()).toBe(404)
})

test('taxes in the prices: said beside the price and in every receipt, and nothing is added', async ({
  page,
  foyer,
}) => {
  await page.goto(foyer.url('aurora', '/events/kollektiv-ohm-live'))
  await expect(page.getByText(/incl\. .*7 % VAT/).first()).toBeVisible()
  const [name = ''] = await page.locator('.ticket-row:has(.stepper) h3').allInnerTexts()
  await chooseTickets(page, { [name]: 1 })
  await expect(drawer(page).getByText('VAT 7 % (included)')).toBeVisible()
  const amounts = new Map(
    await expect
      .poll(() => rowsOf(drawer(page).locator('.price-summary')))
      .toContainEqual(expect.stringMatching(/^Total: €/))
      .then(() => rowsOf(drawer(page).locator('.price-summary')))
      .then((rows) => rows.map((row): [string, number] => [row.split(': ')[0] ?? '', cents(row)])),
  )
  const included = amounts.get('VAT 7 % (included)') ?? 0
  const tickets = amounts.get('Tickets') ?? 0
  expect(included).toBe(Math.round((tickets * 7) / 107))
  const sum = ['Tickets', 'Ticket fees', 'Order fee'].reduce(
    (all, label) => all + (amounts.get(label) ?? 0),
    0,
  )
  expect(amounts.get('Total')).toBe(sum)
})

const cents = (row: string): number => Number(row.replaceAll(/\D/g, '').slice(-5))

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the cart and the order show them, too', async ({ page, foyer }) => {
    await page.goto(foyer.url('brickworks', '/events/slow-news-live'))
    await page.getByRole('spinbutton', { name: 'Quantity of Seat', exact: true }).fill('1')
    await page.getByRole('button', { name: 'Choose tickets' }).click()
    await expect(page.getByText('City tax 4.5 %')).toBeVisible()
    await page.getByRole('link', { name: 'Checkout' }).click()
    await expect(page.getByText('MTA tax 0.375 %')).toBeVisible()
    await expect(page.getByText('$0.13')).toBeVisible()
  })
})
