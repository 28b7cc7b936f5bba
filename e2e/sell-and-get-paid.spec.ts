import { sql } from 'kysely'
import type { Browser, Locator, Page } from 'playwright/test'
import { findContradictions } from '#tests/support/invariants.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { newEmail, register, test } from './support/members.ts'
import { signInOwner } from './support/owner.ts'
import { expectEveryScreen } from './support/screens.ts'
import { BRIEFLY, employ, expectLoaded, lookAgain, soon } from './support/staff.ts'
import { endShow, putOn, type Show } from './support/stage.ts'
import { expect, expectAccessible } from './support/test.ts'
import { buyAsGuest, chooseTickets, PERSONS_BROWSER } from './support/visitor.ts'

const PHONE = { width: 360, height: 740 }

test.use({ userAgent: PERSONS_BROWSER })

/** Payout settings of Aurora: days until earnings can be paid, and the limit of automatic approval. */
async function setTerms(
  foyer: RunningFoyer,
  terms: { refund_window_days: number; payout_auto_limit_cents: number },
): Promise<void> {
  const currency = { payout_auto_limit_currency: 'EUR' }
  await foyer.db
    .updateTable('promoters')
    .set({ ...terms, ...currency })
    .where('slug', '=', 'aurora')
    .execute()
}

test.afterEach(async ({ foyer }) => {
  await setTerms(foyer, { refund_window_days: 3, payout_auto_limit_cents: 0 })
  await release(foyer)
})

const SLOW = ['sandbox.payees', 'sandbox.payouts'] as const

/** Makes the sandbox's verifications and transfers take a year, so that intermediate states can be tested. */
async function slowDown({ db }: RunningFoyer): Promise<void> {
  await sql`
    create or replace function sandbox.slow_down() returns trigger language plpgsql as $$
    begin
      new.settles_at := new.settles_at + interval '1 year';
      return new;
    end $$`.execute(db)
  for (const table of SLOW)
    await sql`
      create or replace trigger slow_down before insert or update of settles_at on ${sql.table(table)}
      for each row execute function sandbox.slow_down()`.execute(db)
}

async function release({ db }: RunningFoyer): Promise<void> {
  for (const table of SLOW) {
    await sql`drop trigger if exists slow_down on ${sql.table(table)}`.execute(db)
    await sql`update ${sql.table(table)} set settles_at = created_at where settles_at is not null`.execute(db)
  }
}

const figure = (page: Page, name: string): Locator =>
  page.locator('.figure').filter({ has: page.getByText(name, { exact: true }) })

async function expectSums(page: Page, sums: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, amount] of Object.entries(sums))
    await expect(figure(page, name).locator('.figure-value')).toHaveText(amount)
}

/** Checks layout and accessibility of the loaded page. */
async function expectFine(page: Page): Promise<void> {
  await expectLoaded(page)
  await expectEveryScreen(page)
}

/** Signs in as a seller and creates a link to an event, or to the storefront by default. Returns the short link. */
async function startSelling(
  page: Page,
  foyer: RunningFoyer,
  { email, leadsTo = 'The whole storefront' }: { email: string; leadsTo?: string },
): Promise<string> {
  await register(page, foyer, email)
  await employ(foyer, email)
  await page.goto(foyer.url('aurora', '/account/staff/links'))
  await page.getByRole('button', { name: 'Create a link' }).click()
  const dialog = page.getByRole('dialog', { name: 'New link' })
  await dialog.getByLabel('Name').fill('Poster')
  const choice = dialog.getByLabel('Destination').getByRole('option', { name: leadsTo })
  await dialog.getByLabel('Destination').selectOption(await choice.getAttribute('value'))
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('Your link is ready')).toBeVisible()
  const short = await page
    .getByText(/\/t\/\w+/)
    .first()
    .innerText()
  return `http://${short}`
}

async function buyOnPhone(
  browser: Browser,
  open: (page: Page) => Promise<void>,
  count: number,
): Promise<string> {
  const phone = await browser.newContext({
    viewport: PHONE,
    userAgent: PERSONS_BROWSER,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  const page = await phone.newPage()
  await open(page)
  await chooseTickets(page, { Entry: count })
  await buyAsGuest(page)
  const orderId = page.url().split('/').at(-1) ?? ''
  await phone.close()
  return orderId
}

/** Completes the provider's setup, until the account is verified. */
async function setUpPayouts(page: Page, foyer: RunningFoyer): Promise<void> {
  await slowDown(foyer)
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await expect(page.getByRole('heading', { name: 'Get paid', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Date of birth').fill('1990-05-17')
  const isBack = page.waitForRequest(foyer.url('aurora', '/account/staff/earnings?setup=complete'))
  await page.getByRole('button', { name: 'Submit' }).click()
  await isBack
  await expect(page).toHaveURL(foyer.url('aurora', '/account/staff/earnings'))
  await expect(page.getByText('Payout setup not complete')).toBeVisible()
  await expect(page.getByText('In review')).toBeVisible()
  await expectFine(page)
  await release(foyer)
  await soon(page, () => expect(page.getByText('Your payout account is ready')).toBeVisible(BRIEFLY))
}

async function requestAll(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: `Pay out up to €${amount}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a payout' })
  await expect(dialog.getByLabel('Amount in EUR')).toHaveValue(amount)
  await expectFine(page)
  await dialog.getByRole('button', { name: 'Request payout' }).click()
  await expect(page.getByText(`€${amount} requested`).last()).toBeVisible()
  await expect(dialog).toBeHidden()
}

const payouts = (page: Page): Locator => page.getByRole('region', { name: 'Payouts' }).getByRole('listitem')

const sales = (page: Page): Locator =>
  page.getByRole('table', { name: 'Sales', exact: true }).locator('tbody').getByRole('row')

const payoutOf = (foyer: RunningFoyer, email: string): Promise<{ id: string }> =>
  foyer.db
    .selectFrom('payouts')
    .innerJoin('accounts', 'accounts.id', 'payouts.member_id')
    .select('payouts.id')
    .where('accounts.email', '=', email)
    .orderBy('payouts.requested_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test('from a link to the bank: sold on a phone, seen at once, over, asked for, approved, paid', async ({
  page,
  browser,
  request,
  foyer,
  post,
}) => {
  test.slow()
  await setTerms(foyer, { refund_window_days: 0, payout_auto_limit_cents: 0 })
  const email = newEmail()
  const title = `Paid ${email}`
  const show = await putOn(foyer, title)
  const link = await startSelling(page, foyer, { email, leadsTo: title })
  expect(link).toMatch(foyer.url('aurora', '/t/'))
  await page.goto(foyer.url('aurora', '/account/staff/earnings'))
  await expect(page.getByRole('heading', { name: 'Nothing earned yet' })).toBeVisible()
  await expectFine(page)

  await buyOnPhone(
    browser,
    async (phone) => {
      await phone.goto(link)
      await expect(phone).toHaveURL(new RegExp(`^${foyer.url('aurora', show.path)}\\?ref=`))
    },
    2,
  )
  // 10% of two tickets at 20.00.
  await expectSums(page, { Pending: '€4.00', Available: '€0.00' })
  await expect(page.getByRole('button', { name: /^Pay out/ })).toHaveCount(0)
  await expectFine(page)

  await endShow(foyer, show)
  await lookAgain(page)
  await expectSums(page, { Pending: '€0.00', Available: '€4.00' })
  await expectFine(page)
  await setUpPayouts(page, foyer)
  await expectFine(page)

  await requestAll(page, '4.00')
  await expectSums(page, { Available: '€0.00', Requested: '€4.00' })
  await expect(payouts(page)).toHaveText(/Needs approval$/)
  await expectFine(page)
  const ask = await signInOwner(request, foyer)
  const decide = async (decision: { approve: boolean; reason?: string }): Promise<void> => {
    const { id } = await payoutOf(foyer, email)
    await ask(`/api/promoter/payouts/${id}/decide`, decision)
  }
  await decide({ approve: false, reason: 'Not before the accounts are closed.' })
  await lookAgain(page)
  await expect(payouts(page)).toHaveText(/Not before the accounts are closed\. .* available again\.Refused$/)
  await expectSums(page, { Available: '€4.00', Requested: '€0.00' })
  await expectFine(page)

  await slowDown(foyer)
  await requestAll(page, '4.00')
  await decide({ approve: true })
  await soon(page, () => expect(payouts(page).first()).toContainText('On its way', BRIEFLY))
  await expectFine(page)
  await release(foyer)
  await soon(page, () => expect(payouts(page).first()).toContainText(/Arrived .*Paid/, BRIEFLY))
  await expectSums(page, { Pending: '€0.00', Available: '€0.00', Requested: '€0.00', Paid: '€4.00' })
  await expectFine(page)
  await expect
    .poll(() => post.arrived.filter(({ to }) => to === email).map(({ mail }) => mail.subject))
    .toContain('€4.00 is on its way to you')
  expect(await findContradictions(foyer.db)).toEqual([])
})

test('refunds deduct commission, below zero after a payout, and the next sale is offset @full', async ({
  page,
  browser,
  request,
  foyer,
}) => {
  test.slow()
  await setTerms(foyer, { refund_window_days: 0, payout_auto_limit_cents: 500 })
  const email = newEmail()
  const title = `Refunded ${email}`
  const show = await putOn(foyer, title)
  const link = await startSelling(page, foyer, { email })
  await page.goto(foyer.url('aurora', '/account/staff/earnings'))
  await expect(page.getByRole('heading', { name: 'Nothing earned yet' })).toBeVisible()
  const buy = (at: Show): Promise<string> =>
    buyOnPhone(
      browser,
      async (phone) => {
        await phone.goto(link)
        await phone.goto(foyer.url('aurora', at.path))
      },
      2,
    )
  const orderId = await buy(show)
  await expectSums(page, { Pending: '€4.00', Available: '€0.00' })

  const ask = await signInOwner(request, foyer)
  const refundTicket = async (): Promise<void> => {
    const { id } = await foyer.db
      .selectFrom('tickets')
      .select('id')
      .where('order_id', '=', orderId)
      .where('status', '=', 'valid')
      .limit(1)
      .executeTakeFirstOrThrow()
    await ask(`/api/promoter/orders/${orderId}/refunds`, { tickets: [id] })
  }
  await refundTicket()
  await expectSums(page, { Pending: '€2.00', Available: '€0.00', Deducted: '€2.00' })
  await expectFine(page)
  await endShow(foyer, show)
  await expectSums(page, { Pending: '€0.00', Available: '€2.00' })

  await setUpPayouts(page, foyer)
  await slowDown(foyer)
  await requestAll(page, '2.00')
  // Below the limit, payouts are approved automatically.
  await expect(payouts(page).first()).toContainText('On its way')
  await release(foyer)
  await expect(payouts(page).first()).toContainText('Paid')

  await refundTicket()
  await expectSums(page, { Pending: '€0.00', Available: '−€2.00', Deducted: '€4.00', Paid: '€2.00' })
  await expect(figure(page, 'Available')).toContainText('Your next earnings cover the difference first')
  await expect(sales(page)).toContainText(['−€4.00 deducted'])
  await expect(page.getByText('No earnings left from the last 90 days after refunds.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay out/ })).toHaveCount(0)
  await expectFine(page)

  const next = await putOn(foyer, `Next ${title}`)
  await buy(next)
  await expectSums(page, { Pending: '€4.00', Available: '−€2.00' })
  await endShow(foyer, next)
  await expectSums(page, { Pending: '€0.00', Available: '€2.00', Paid: '€2.00' })
  await expect(page.getByRole('button', { name: 'Pay out up to €2.00' })).toBeVisible()
  await expect(sales(page)).toContainText([/€4\.00.*Available/, /€4\.00.*Deducted/])
  await expectFine(page)
  expect(await findContradictions(foyer.db)).toEqual([])
})
