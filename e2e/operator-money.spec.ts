import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { openDemo, urlOf } from './support/foyer.ts'
import { signInOperator } from './support/operators.ts'
import { eachScreen } from './support/screens.ts'
import { startAsOperator, type Started } from './support/started.ts'
import { expect, test } from './support/test.ts'

let running: Started | undefined
// Also after a failed test.
test.afterEach(() => void running?.child.kill('SIGTERM'))

test('an operator enters billing details, finds invoices and sees what the payment provider delays @full', async ({
  page,
}) => {
  const { address, db, drop } = await openDemo()
  const environment = { NODE_ENV: '', FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }
  const foyer = (running = await startAsOperator({ ...environment, DATABASE_URL: urlOf(address) }))
  const origin = `http://localhost:${foyer.port}`
  await signInOperator(page, origin)
  await page.goto(`${origin}/operator/invoices`)
  await expect(page.getByText('Promoters aren’t invoiced yet')).toBeVisible()
  await page.getByRole('button', { name: 'Save billing details' }).click()
  await page.getByLabel('Legal name').fill('Foyer Platform GmbH')
  await page.getByLabel('Postal address').fill('Torstraße 1\n10119 Berlin')
  await page.getByLabel('Country').selectOption('Germany')
  await page.getByLabel('Tax (optional)').fill('VAT')
  await page.getByLabel('Rate in percent').fill('19')
  await page.getByRole('button', { name: 'Save billing details' }).click()
  await expect(page.getByText('Invoices are created on the second day of each month')).toBeVisible()

  await sql`
    insert into fee_invoices (number, promoter_id, currency, month, total_cents, tax_cents, tax_name, tax_rate_millionths, tax_note,
      seller_name, seller_address, seller_tax_id, buyer_name, buyer_address, buyer_tax_id, issued_at)
    select n, id, 'EUR', '2026-' || (10 + n), 11900 * (3 - 2 * n), 1900 * (3 - 2 * n), 'VAT', 190000, '', 'Foyer Platform GmbH',
      'Torstraße 1', '', name, '', '', now()
    from promoters, generate_series(1, 2) n where slug = 'aurora'`.execute(db)
  await sql`
    insert into payment_domains (list, host, status, problem, checked_at)
    values ('sandbox', 'tickets.aurora.example', 'failed', 'The host can’t be reached.', now()),
      ('sandbox', 'foyer.example', 'registered', '', now())`.execute(db)
  await sql`
    insert into payouts (id, promoter_id, member_id, amount_cents, currency, status, idempotency_key, provider, payee_id, requested_at,
      updated_at, short_of_funds_since)
    select ${randomUUID()}, m.promoter_id, m.account_id, 4250, 'EUR', 'approved', 'waiting', 'stripe', 'acct_1', now(), now(), now()
    from members m join promoters p on p.id = m.promoter_id where p.slug = 'aurora' limit 1`.execute(db)

  await page.reload()
  await expect(page.getByRole('row', { name: /Aurora.*Credit note.*December 2026/ })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF of invoice 1' }).click(),
  ])
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await eachScreen(page, async (each) => {
    await each.goto(`${origin}/operator/invoices`)
    await expect(each.getByText('Credit note')).toBeVisible()
  })
  await eachScreen(page, async (each) => {
    await each.goto(`${origin}/operator/payments`)
    await expect(each.getByRole('row', { name: /Payout to a member.*Aurora.*42\.50/ })).toBeVisible()
    await expect(each.getByText('The host can’t be reached.')).toBeVisible()
  })

  await sql`
    update payments set trouble = ${`Refund ${randomUUID()} did not reach the buyer. The card is no longer valid.`}, trouble_since = now()
    where order_id = (select min(order_id::text)::uuid from payments)`.execute(db)
  await sql`
    insert into disputes (provider, dispute_id, promoter_id, order_id, status, reason, amount_cents, created_at, updated_at)
    select 'sandbox', 'dp_e2e', promoter_id, order_id, 'lost', 'product_not_received', 5450, now(), now()
    from payments order by order_id desc limit 1`.execute(db)
  await eachScreen(page, async (each) => {
    await each.goto(`${origin}/operator/trouble`)
    await expect(each.getByText('The card is no longer valid.')).toBeVisible()
    await expect(each.getByRole('row', { name: /Lost.*Product not received/ })).toBeVisible()
  })
  await page.goto(`${origin}/operator/trouble`)
  await page.getByRole('button', { name: 'Mark as handled' }).click()
  await page.getByLabel('What happened').selectOption('kept')
  await page.getByLabel('What was done').fill('Paid back by bank transfer')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as handled' }).click()
  await expect(page.getByText('No payments to resolve.')).toBeVisible()
  await page.goto(`${origin}/operator/audit`)
  await expect(
    page.getByText(/as handled, with the money kept by the promoter: “Paid back by bank transfer”/),
  ).toBeVisible()

  await sql`
    with owed as (
      insert into ledger_transactions (created_at, currency, fact, kind, promoter_id)
      select now(), p.currency, 'deduction:e2e', 'refund', p.promoter_id from payouts p join promoters r on r.id = p.promoter_id
      where r.name = 'Aurora' limit 1
      returning id, promoter_id, currency
    ), member as (select p.member_id from payouts p join owed using (promoter_id) limit 1)
    insert into ledger_entries (account, amount_cents, currency, member_id, position, promoter_id, transaction_id)
    select 'member_earnings', -500000, currency, member_id, 1, promoter_id, id from owed, member
    union all select 'promoter', 500000, currency, null, 2, promoter_id, id from owed`.execute(db)
  await eachScreen(page, async (each) => {
    await each.goto(`${origin}/operator/money`)
    await expect(each.getByText(/^Team owes €[45],\d{3}\.\d\d$/)).toBeVisible()
  })

  foyer.child.kill('SIGTERM')
  expect(await foyer.ended).toBe(0)
  await drop()
})
