import { sql } from 'kysely'
import type { Page } from 'playwright/test'
import { fullUnless } from '#tests/support/sample.ts'
import { signInOwner } from './support/owner.ts'
import { scan } from './support/qr.ts'
import { putOn } from './support/stage.ts'
import { expect, expectAccessible, expectFits, test } from './support/test.ts'
import { buyAsGuest, chooseTickets } from './support/visitor.ts'

async function buyTwo(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await chooseTickets(page, { Entry: 2 })
  await buyAsGuest(page)
}

for (const width of [320, 768, 1440])
  test(`an order at ${width} px shows its event’s cover, a map and a contact, and a code as large as the screen${fullUnless(width === 320)}`, async ({
    page,
    foyer,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    const show = await putOn(foyer, `Large Code ${width}`)
    await buyTwo(page, foyer.url('aurora', show.path))
    const main = page.getByRole('main')
    await expect(main.locator('.order-cover img')).toBeVisible()
    await expect(main.getByRole('link', { name: 'View map' })).toHaveAttribute('href', /openstreetmap/)
    await expect(main.getByRole('link', { name: 'Contact Aurora' })).toBeVisible()
    await expectFits(page, width)

    // The QR code itself is a button, not only the text below it.
    const code = page.getByRole('img', { name: /^QR code of ticket/ }).first()
    await code.scrollIntoViewIfNeeded()
    const content = await scan(code)
    const box = await code.boundingBox()
    if (!box) throw new Error('The code has no box.')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    const full = page.getByRole('dialog', { name: /^Ticket / })
    await expect(full).toBeVisible()
    await expect(full.getByRole('button', { name: 'Close' })).toBeFocused()
    const large = full.getByRole('img', { name: /^Large QR code/ })
    await expect(large).toBeInViewport({ ratio: 1 })
    const grown = await large.boundingBox()
    expect(grown?.width ?? 0).toBeGreaterThan(box.width)
    expect(content).toMatch(/^2[0-9A-Z]{148}$/)
    expect(await scan(large)).toBe(content)
    await expectAccessible(page)
    await expectFits(page, width)
    await page.keyboard.press('Escape')
    await expect(full).toBeHidden()
    const opener = page.getByRole('button', { name: /^Full screen/ }).first()
    await expect(opener).toBeFocused()
    await opener.click()
    await large.click()
    await expect(full).toBeHidden()
    await expect(opener).toBeFocused()
  })

test('on paper the order is its tickets: no cover, no buttons @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Order On Paper')
  await buyTwo(page, foyer.url('aurora', show.path))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const ticket = page.locator('.order-ticket').first()
  expect(await ticket.evaluate((card) => getComputedStyle(card).backgroundColor)).toBe('oklch(1 0 0)')
  await expect(page.getByRole('img', { name: /^QR code of ticket/ })).toHaveCount(2)
  await expect(page.locator('.order-cover')).toBeHidden()
  await expect(page.locator('.order-show').first()).toBeHidden()
})

test('without JavaScript a code is shown as large as the screen, too @full', async ({
  page,
  browser,
  foyer,
}) => {
  const show = await putOn(foyer, 'Large Code Without Scripts')
  await buyTwo(page, foyer.url('aurora', show.path))
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(page.url())
  await plain
    .getByRole('button', { name: /^Full screen/ })
    .first()
    .click()
  await expect(plain.getByRole('dialog', { name: /^Ticket / })).toBeVisible()
  await context.close()
})

test('the receipt lists refunds and what remains paid, without JavaScript, in the seller’s time zone', async ({
  page,
  browser,
  foyer,
}) => {
  const show = await putOn(foyer, 'Money Back')
  await sql`
    update events set time_zone = 'Asia/Tokyo' where slug = ${show.path.replace('/events/', '')}`.execute(
    foyer.db,
  )
  await buyTwo(page, foyer.url('aurora', show.path))
  const [, orderId] = /\/orders\/([\da-f-]{36})/.exec(page.url()) ?? []
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  const receipt = plain.getByRole('region', { name: 'Receipt' })
  const total = receipt.locator('.price-total')
  await plain.goto(page.url())
  await expect(receipt).toContainText(/\d\d:\d\d, Berlin time · /)
  await expect(total).toHaveText([/^Total\s*€40\.00$/])

  const ask = await signInOwner(page.request, foyer)
  await ask(`/api/promoter/orders/${orderId}/refunds`, { amount: 10 })
  await plain.reload()
  const refunds = receipt.locator('dl > div', { hasText: 'Refunded on' })
  await expect(refunds).toHaveText([/^Refunded on \d+ \w+ 20\d\d\s*−€10\.00$/])
  await expect(total).toHaveText([/^Total\s*€40\.00$/, /^Paid after refunds\s*€30\.00$/])
  await expectFits(plain, 1280)

  await ask(`/api/promoter/orders/${orderId}/refunds`, { all: true })
  await plain.reload()
  await expect(refunds).toHaveText([/−€10\.00$/, /−€30\.00$/])
  await expect(total).toHaveText([/^Total\s*€40\.00$/, /^Paid after refunds\s*€0\.00$/])
  await context.close()
})
