import { sql } from 'kysely'
import type { Page } from 'playwright/test'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS } from '#tests/support/shop.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { openAsOwner } from './support/console.ts'
import { signInOwner } from './support/owner.ts'
import { expectEveryScreen } from './support/screens.ts'
import { putOn, type Show } from './support/stage.ts'
import { expect, expectAccessible, expectFits, test } from './support/test.ts'
import {
  acceptTerms,
  chooseTickets,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
} from './support/visitor.ts'

test.afterEach(async ({ foyer }) => {
  expect(await findContradictions(foyer.db)).toEqual([])
})

/** An event whose buyers choose between a refund less 2.00 and a voucher of the full price. */
async function putOnWithChoice(foyer: RunningFoyer, title: string): Promise<Show> {
  const show = await putOn(foyer, title)
  await sql`
    update events set return_days = 7, return_fee_cents = 200, return_as = 'choice', voucher_in_full = true
    where slug = ${show.path.replace('/events/', '')}`.execute(foyer.db)
  return show
}

async function buyTwo(page: Page, foyer: RunningFoyer, show: Show): Promise<void> {
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 2 })
  await goToCheckout(page)
  await fillContact(page)
  await fillCard(page)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
}

async function giveOut(page: Page, foyer: RunningFoyer, amount: number): Promise<string> {
  const ask = await signInOwner(page.request, foyer)
  const { vouchers } = await ask<{ vouchers: { code: string }[] }>('/api/promoter/vouchers', {
    amount,
    currency: 'EUR',
    count: 1,
    validUntil: null,
    recipient: '',
    note: '',
  })
  return vouchers[0]?.code ?? ''
}

const orderIdOf = (page: Page): string => /\/orders\/([\da-f-]{36})/.exec(page.url())?.[1] ?? ''

const ledgerOf = async (foyer: RunningFoyer, orderId: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ account: string; cents: number }>`
    select e.account, sum(e.amount_cents)::int as cents from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.order_id = ${orderId} and e.account in ('buyer', 'vouchers') group by 1`.execute(foyer.db)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

test('one ticket is returned for money and one for a voucher, which pays another order in part @full', async ({
  page,
  foyer,
}) => {
  const show = await putOnWithChoice(foyer, 'Change of Plans')
  await buyTwo(page, foyer, show)
  const bought = orderIdOf(page)

  const section = page.getByRole('region', { name: 'Return tickets' })
  await section.getByRole('checkbox').first().check()
  await expect(section.getByRole('status')).toContainText(
    'You get €18.00 back to your original payment method.',
  )
  await section.getByRole('button', { name: /^Return 1 ticket/ }).click()
  await page.getByRole('button', { name: 'Return 1 ticket for €18.00' }).click()
  await expect(section.getByText('Your return is complete')).toBeVisible()

  await section.getByRole('checkbox').first().check()
  await section.getByRole('radio', { name: 'Voucher' }).check({ force: true })
  await expect(section.locator('.return-sum')).toContainText(
    /You get €20\.00 as a voucher, valid until .*31 Dec/,
  )
  await expectAccessible(page)
  await section.getByRole('button', { name: /^Return 1 ticket/ }).click()
  await page.getByRole('button', { name: 'Return 1 ticket for €20.00' }).click()
  const own = page.getByRole('region', { name: 'Your voucher' })
  await expect(own).toContainText('€20.00 left')
  await expectAccessible(page)
  const code = (await own.locator('.voucher-code').textContent()) ?? ''
  expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
  expect(await ledgerOf(foyer, bought)).toEqual({ buyer: -2200, vouchers: 2000 })

  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 2 })
  await goToCheckout(page)
  await page.getByText('Use a voucher').click()
  await page.getByLabel('Voucher code').fill('0000 0000 0000 0000')
  await page.getByRole('button', { name: 'Apply' }).last().click()
  await expect(page.getByText('We don’t recognise this voucher. Check the code.').first()).toBeVisible()
  await page.getByLabel('Voucher code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Apply' }).last().click()
  await expect(page.getByRole('button', { name: 'Pay €20.00' })).toBeVisible()
  await expectAccessible(page)
  await fillContact(page)
  await fillCard(page, CARDS.declined)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(page.getByText(/declined/).first()).toBeVisible()
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.values(sessionStorage), Object.values(localStorage)]),
  )
  expect(stored).not.toContain(code)
  await fillCard(page)
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toContainText(`Paid with voucher …${code.slice(-4)}`)
  await expect(receipt).toContainText('Paid by card')
  expect(await ledgerOf(foyer, orderIdOf(page))).toEqual({ buyer: -2000, vouchers: -2000 })
  await page.goto(foyer.url('aurora', `/orders/${bought}`))
  await expect(own).toContainText('€0.00 left of €20.00')

  const { rows } = await sql<{ id: string }>`
    select id from events where slug = ${show.path.replace('/events/', '')}`.execute(foyer.db)
  await openAsOwner(page, foyer, consoleUrls.eventStatement(rows[0]?.id ?? ''))
  // 40.00 and 40.00 sold, of which 18.00 and 20.00 were returned.
  await expect(page.getByText('€80.00').first()).toBeVisible()
  await expect(page.getByText('−€38.00').first()).toBeVisible()
})

test('a voucher that covers the order needs no card @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Paid in Full')
  const code = await giveOut(page, foyer, 50)
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 2 })
  await goToCheckout(page)
  await page.getByText('Use a voucher').click()
  await page.getByLabel('Voucher code').fill(code)
  await page.getByLabel('Voucher code').press('Enter')
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await fillContact(page)
  await acceptTerms(page)
  await page.getByRole('button', { name: 'Pay with voucher' }).click()
  await expect(orderHeading(page)).toBeVisible()
  await expect(page.getByText(`Paid with voucher …${code.slice(-4)}`)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a voucher pays in part, and its amount is shown before anything is charged @full', async ({
    page,
    foyer,
  }) => {
    const show = await putOn(foyer, 'Plain Credit')
    const code = await giveOut(page, foyer, 15)
    await page.goto(foyer.url('aurora', show.path))
    await page.getByRole('spinbutton', { name: 'Quantity of Entry', exact: true }).fill('2')
    await page.getByRole('button', { name: 'Choose tickets' }).click()
    await page.getByRole('link', { name: 'Checkout', exact: true }).click()
    await fillContact(page)
    await acceptTerms(page)
    await page.getByLabel('Voucher code (optional)').fill('nonsense')
    await payButton(page).click()
    await expect(
      page.getByRole('link', { name: 'We don’t recognise this voucher. Check the code.' }),
    ).toBeVisible()
    await page.getByLabel('Voucher code (optional)').fill(code)
    await payButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Your voucher pays €15.00' })).toContainText(
      'You pay €25.00 by card.',
    )
    await fillCard(page)
    await page.getByRole('button', { name: 'Pay €25.00' }).click()
    await expect(orderHeading(page)).toBeVisible()
    expect(await ledgerOf(foyer, orderIdOf(page))).toEqual({ buyer: -2500, vouchers: -1500 })
  })
})

test('a promoter gives out vouchers and voids one', async ({ page, foyer }) => {
  await openAsOwner(page, foyer, consoleUrls.vouchers())
  await page.getByRole('button', { name: 'Give out vouchers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give out vouchers' })
  await dialog.getByLabel('Amount').fill('25')
  await dialog.getByLabel('Number of vouchers').fill('2')
  await dialog.getByLabel('Recipient (optional)').fill('Raffle winners')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Issue' }).click()
  const issued = page.getByRole('dialog', { name: '2 vouchers issued' })
  await expect(issued.getByRole('listitem')).toHaveCount(2)
  const code = (await issued.getByRole('listitem').first().textContent()) ?? ''
  await issued.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row').filter({ hasText: `…${code.slice(-4)}` })
  await expect(row).toContainText('Raffle winners')
  await row.getByRole('button', { name: /^Show the code/ }).click()
  await expect(page.getByText(code)).toBeVisible()
  await expectEveryScreen(page)
  await page.getByRole('row').filter({ hasText: code }).getByRole('button', { name: /^Void/ }).click()
  await page.getByRole('button', { name: 'Void voucher' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Void' }).first()).toBeVisible()
})

for (const width of [360, 768, 1440])
  test(`vouchers at ${width} px fit the screen @full`, async ({ page, foyer }) => {
    await page.setViewportSize({ width, height: 800 })
    const show = await putOn(foyer, `Fitting Credit ${width}`)
    const code = await giveOut(page, foyer, 15)
    await page.goto(foyer.url('aurora', show.path))
    await chooseTickets(page, { Entry: 1 })
    await goToCheckout(page)
    if (width < 960) await page.getByText('Order summary').click()
    await page.getByText('Use a voucher').click()
    await page.getByLabel('Voucher code').fill(code)
    await page.getByLabel('Voucher code').press('Enter')
    await expect(page.getByText('To pay')).toBeVisible()
    await expectFits(page, width)
    await openAsOwner(page, foyer, consoleUrls.vouchers())
    await expect(page.getByRole('table')).toBeVisible()
    await expectFits(page, width)
  })
