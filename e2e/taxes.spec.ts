import type { Locator, Page } from 'playwright/test'
import { readPdfText } from '#tests/support/pdf-text.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import {
  acceptTerms,
  chooseTickets,
  drawer,
  openCart,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
} from './support/visitor.ts'

/** Rows of a receipt: 'Subtotal: $68.00'. */
const rowsOf = (prices: Locator): Promise<string[]> =>
  prices
    .locator('div')
    .evaluateAll((rows) =>
      rows.map((row) =>
        Array.from(row.querySelectorAll<HTMLElement>('dt, dd'), (each) => each.innerText).join(': '),
      ),
    )

test('added taxes appear beside the price, in cart, checkout, order and invoice', async ({ page, foyer }) => {
  await page.goto(foyer.url('brickworks', '/events/slow-news-live'))
  const seat = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Seat', exact: true }) })
  await expect(seat).toContainText(/incl\. \$[\d.]+ fees, \$[\d.]+ tax/)
  await chooseTickets(page, { Seat: 2 })
  const expected = [
    'Subtotal: $68.00',
    'Ticket fees: $4.88',
    'Order fee: $2.68',
    'State tax 4%: $2.72',
    'City tax 4.5%: $3.06',
    'MTA tax 0.375%: $0.26',
    'Total: $81.60',
  ]
  await openCart(page)
  await expect(drawer(page).getByText('Total', { exact: true })).toBeVisible()
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
  expect(await rowsOf(receipt.locator('.price-summary'))).toEqual(['2 × Seat: $68.00', ...expected])
  const address = await receipt.getByRole('link', { name: 'Invoice (PDF)' }).getAttribute('href')
  const invoice = await fetchInPage(page, address ?? '')
  expect(invoice).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="invoice-1.pdf"',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    },
  })
  const text = readPdfText(Uint8Array.from(invoice.bytes))
  expect(text).toContain('Brickworks Presents LLC')
  expect(text).toContain('$81.60\nTotal')
})

/** Node can't resolve the hosts of the demo's sites; the browser can. */
const fetchInPage = (page: Page, address: string) =>
  page.evaluate(async (url) => {
    const response = await fetch(url)
    const bytes = [...new Uint8Array(await response.arrayBuffer())]
    return { status: response.status, headers: Object.fromEntries(response.headers), bytes }
  }, address)

test('included taxes are named beside the price and in every receipt, and not added @full', async ({
  page,
  foyer,
}) => {
  await page.goto(foyer.url('aurora', '/events/layl-cairo-electronics'))
  await expect(page.getByText(/incl\. €[\d.]+ fees, 7% VAT/)).toHaveCount(2)
  await chooseTickets(page, { Standard: 1 })
  await openCart(page)
  await expect(drawer(page).getByText('VAT 7% (included)')).toBeVisible()
  await expect
    .poll(() => rowsOf(drawer(page).locator('.price-summary')))
    .toEqual([
      'Subtotal: €22.00',
      expect.stringMatching(/^Ticket fees: €/),
      expect.stringMatching(/^Order fee: €/),
      'VAT 7% (included): €1.44',
      expect.stringMatching(/^Total: €/),
    ])
  const amounts = (await rowsOf(drawer(page).locator('.price-summary'))).map((row) =>
    Math.round(Number(row.split('€')[1]) * 100),
  )
  const [tickets = 0, ticketFees = 0, orderFee = 0, , total] = amounts
  expect(total).toBe(tickets + ticketFees + orderFee)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('cart and checkout show taxes without JavaScript @full', async ({ page, foyer }) => {
    await page.goto(foyer.url('brickworks', '/events/slow-news-live'))
    await page.getByRole('spinbutton', { name: 'Quantity of Seat', exact: true }).fill('1')
    await page.getByRole('button', { name: 'Choose tickets' }).click()
    await expect(page.getByRole('term').filter({ hasText: 'City tax 4.5%' })).toBeVisible()
    await page.getByRole('link', { name: 'Checkout', exact: true }).click()
    await expect(page.getByRole('term').filter({ hasText: 'MTA tax 0.375%' })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '$0.13' })).toBeVisible()
  })
})
