import { sql } from 'kysely'
import type { Page } from 'playwright/test'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS } from '#tests/support/shop.ts'
import { openAsOwner } from './support/console.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { expect, expectAccessible, expectFits, test } from './support/test.ts'
import { acceptTerms, fillCard, payButton } from './support/visitor.ts'

test.afterEach(async ({ foyer }) => {
  expect(await findContradictions(foyer.db)).toEqual([])
})

/** Puts vouchers of 25.00, 50.00 and 100.00, and from 10.00 to 300.00, on sale. */
async function offer(foyer: RunningFoyer): Promise<void> {
  await sql`
    insert into voucher_offers (promoter_id, is_active, currency, amounts_cents, min_cents, max_cents, text)
    select id, true, 'EUR', '{2500,5000,10000}', 1000, 30000, 'Give an **evening out**.' from promoters where slug = 'aurora'
    on conflict (promoter_id) do update set is_active = true, amounts_cents = excluded.amounts_cents, min_cents = excluded.min_cents,
      max_cents = excluded.max_cents`.execute(foyer.db)
}

async function fillBuyer(page: Page): Promise<void> {
  const details = page.getByRole('group', { name: 'Your details' })
  await details.getByLabel('Email').fill('ada@example.com')
  await details.getByLabel('First name').fill('Ada')
  await details.getByLabel('Last name').fill('Lovelace')
  await acceptTerms(page)
}

const code = (page: Page) =>
  page.getByRole('region', { name: 'Your voucher' }).getByText(/^(\w{4}-){3}\w{4}$/)

test('a voucher of a chosen amount is bought for someone else, and pays', async ({ page, foyer }) => {
  await offer(foyer)
  const link = page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Gift vouchers' })
  // The cached page is rendered again after the change.
  await expect
    .poll(async () => {
      await page.goto(foyer.url('aurora', '/'))
      return link.count()
    })
    .toBe(1)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Gift vouchers', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Their email')).toBeHidden()
  await page.getByRole('radio', { name: 'Other' }).check()
  await page.getByLabel('Amount in EUR').fill('5')
  await page.getByRole('radio', { name: 'Email it to someone' }).check()
  await page.getByLabel('Their name').fill('Grace')
  await page.getByLabel('Message').fill('Happy birthday!')
  await fillBuyer(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  const wrong = page.getByRole('alert').getByRole('link', { name: 'Enter an amount from €10.00 to €300.00.' })
  await expect(wrong).toBeVisible()
  await expect(page.getByRole('alert').getByRole('link', { name: /email/i })).toHaveText([
    'Their email: Enter an email address like name@example.com.',
  ])
  await expectAccessible(page)
  await expect(page.getByLabel('Message')).toHaveValue('Happy birthday!')
  await page.getByLabel('Their email').fill('grace@example.com')
  await page.getByLabel('Amount in EUR').fill('42.50')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('heading', { name: 'Gift voucher' })).toBeVisible()
  await fillCard(page)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Ada' })).toBeVisible()
  await expect(page.getByText('We’ve emailed the voucher to Grace (grace@example.com).')).toBeVisible()
  await expect(code(page)).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 1280)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a voucher is bought, and a declined card can be replaced @full', async ({ page, foyer }) => {
    await offer(foyer)
    await page.goto(foyer.url('aurora', '/vouchers'))
    await page.getByRole('radio', { name: '€100.00' }).check()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByRole('alert').getByRole('link')).not.toHaveCount(0)
    await fillBuyer(page)
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await fillCard(page, CARDS.declined)
    await payButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was charged.' })).toBeVisible()
    await fillCard(page)
    await payButton(page).click()
    await expect(page.getByRole('heading', { name: 'Thank you, Ada' })).toBeVisible()
    await expect(code(page)).toBeVisible()
    await expect(page.getByText('€100.00').first()).toBeVisible()
  })
})

test('the owner puts vouchers on sale, sees a sold one, and refunds it @full', async ({ page, foyer }) => {
  await openAsOwner(page, foyer, consoleUrls.vouchers())
  await page.getByRole('button', { name: 'Sell vouchers online' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sell vouchers online' })
  await dialog.getByRole('checkbox', { name: 'On sale' }).check()
  await dialog.getByLabel('Fixed amounts').fill('20 twenty')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Fixed amounts').fill('20, 80')
  await dialog.getByLabel('Lowest custom amount').fill('10')
  await dialog.getByLabel('Highest custom amount').fill('100')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(foyer.url('aurora', '/vouchers'))
  await page.getByRole('radio', { name: '€80.00' }).check()
  await fillBuyer(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await fillCard(page)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Ada' })).toBeVisible()
  const orderPage = page.url()
  const id = /\/orders\/([\da-f-]{36})/.exec(orderPage)?.[1] ?? ''
  for (const url of [consoleUrls.orders(), consoleUrls.overview()]) {
    await page.goto(foyer.url('aurora', url))
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="${consoleUrls.order(id)}"]`) })
    await expect(row).toContainText('Gift voucher')
    await expectAccessible(page)
  }
  await page.goto(foyer.url('aurora', consoleUrls.order(id)))
  const voucher = page.getByRole('region', { name: 'Gift voucher' })
  await expect(voucher).toContainText('€80.00')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByRole('button', { name: 'Refund €80.00' }).click()
  await expect(voucher).toContainText('No longer valid')
  await page.goto(orderPage)
  await expect(page.getByText('It is no longer valid.')).toBeVisible()
})
