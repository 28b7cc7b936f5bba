import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Page } from 'playwright/test'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import type { MailServer } from '#tests/support/mail-server.ts'
import { hasPoppler, readPageCodes, readPages } from '#tests/support/pdf-tools.ts'
import { openAsOwner } from './support/console.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { newEmail, test } from './support/members.ts'
import { signInOwner } from './support/owner.ts'
import { scan } from './support/qr.ts'
import { putOn, type Show } from './support/stage.ts'
import { expectEveryScreen, NARROW_PHONE } from './support/screens.ts'
import { expect } from './support/test.ts'
import {
  acceptTerms,
  buyAsGuest,
  chooseTickets,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
  tickets,
} from './support/visitor.ts'

const card = (page: Page, at: number) => page.locator('.order-ticket').nth(at)

const orderIdOf = (page: Page): string => /\/orders\/([\da-f-]{36})/.exec(page.url())?.[1] ?? ''

async function eventIdOf(foyer: RunningFoyer, { ticketTypeId }: Show): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select event_id as id from ticket_types where id = ${ticketTypeId}`.execute(foyer.db)
  return rows[0]?.id ?? ''
}

/** Balances of an order's ledger entries, in minor units. */
async function ledgerOf(foyer: RunningFoyer, orderId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select e.account, sum(e.amount_cents)::int as cents
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.order_id = ${orderId} and e.account in ('buyer', 'vouchers') group by 1`.execute(foyer.db)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

async function offerLink(post: MailServer, to: string): Promise<string> {
  const find = (): string | undefined =>
    post.arrived
      .filter((each) => each.to === to)
      .map(({ mail }) => /http\S+\/tickets\/accept\/[0-9a-f-]{36}/.exec(mail.text ?? '')?.[0])
      .findLast((link) => link !== undefined)
  await expect.poll(find, { timeout: 15_000 }).toBeDefined()
  return find() ?? ''
}

async function returnOne(page: Page, to: 'money' | 'voucher', amount: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Return tickets' })
  await section.getByRole('checkbox').first().check()
  if (to === 'voucher') await section.getByRole('radio', { name: 'Voucher' }).check({ force: true })
  await section.getByRole('button', { name: /^Return 1 ticket/ }).click()
  await page.getByRole('button', { name: `Return 1 ticket for ${amount}` }).click()
}

test('tickets are bought, kept, passed on, renamed, returned for money and for a voucher that pays again', async ({
  page,
  browser,
  request,
  foyer,
  post,
}) => {
  test.setTimeout(180_000)
  const show = await putOn(foyer, `A Whole Life ${randomUUID().slice(0, 6)}`)
  const eventId = await eventIdOf(foyer, show)
  await sql`
    update events set return_days = 7, return_fee_cents = 200, return_as = 'choice', voucher_in_full = true
    where id = ${eventId}`.execute(foyer.db)

  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 3 })
  await buyAsGuest(page)
  const orderUrl = page.url()
  const orderId = orderIdOf(page)
  await expect(tickets(page)).toHaveCount(3)
  const first = (await scan(tickets(page).first())) ?? ''

  // The PDF has the same codes.
  const href = await page.getByRole('link', { name: 'Tickets as PDF' }).first().getAttribute('href')
  const pdf = await (await page.request.get(foyer.url('', href ?? ''))).body()
  if (hasPoppler) {
    expect(readPages(pdf)).toHaveLength(3)
    expect(await readPageCodes(pdf, 1)).toEqual([first])
  }

  // One is passed on and accepted in another browser.
  const email = newEmail()
  await card(page, 0)
    .getByRole('button', { name: /^Pass on/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Pass this ticket on' })
  await dialog.getByLabel('Their email address').fill(email)
  await dialog.getByRole('button', { name: 'Send the ticket' }).click()
  await expect(dialog).toBeHidden()
  const recipients = await browser.newContext()
  const sam = await recipients.newPage()
  await sam.goto(await offerLink(post, email))
  await sam.getByLabel('First name').fill('Sam')
  await sam.getByRole('button', { name: 'Accept ticket' }).click()
  await expect(sam.getByRole('heading', { name: 'You’re going, Sam', level: 1 })).toBeVisible()
  const fresh = (await scan(tickets(sam).first())) ?? ''

  // The recipient corrects the name.
  await sam.getByRole('button', { name: /^Change name/ }).click()
  const names = sam.getByRole('dialog', { name: 'Change the name' })
  await names.getByLabel('Last name (optional)').fill('Okafor')
  await names.getByRole('button', { name: 'Save' }).click()
  await expect(sam.getByText('Sam Okafor', { exact: true })).toBeVisible()

  // At the door, the sender’s code is refused and the recipient’s admitted.
  const askAsOwner = await signInOwner(request, foyer)
  const admit = (code: string) =>
    askAsOwner<{ verdict: string; ticket: { holder: string } | null }>(
      `/api/promoter/events/${eventId}/check-ins`,
      { code },
    )
  expect((await admit(first)).verdict).toBe('replaced')
  expect(await admit(fresh)).toMatchObject({ verdict: 'valid', ticket: { holder: 'Sam Okafor' } })

  // One is returned for money, and one for a voucher.
  await page.goto(orderUrl)
  await returnOne(page, 'money', '€18.00')
  await expect(page.getByText('Your return is complete')).toBeVisible()
  await returnOne(page, 'voucher', '€20.00')
  const own = page.getByRole('region', { name: 'Your voucher' })
  await expect(own).toContainText('€20.00 left')
  await expectEveryScreen(page, NARROW_PHONE)
  const code = (await own.locator('.voucher-code').textContent()) ?? ''
  expect(await ledgerOf(foyer, orderId)).toEqual({ buyer: -4200, vouchers: 2000 })

  // The voucher pays for another order in part.
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 2 })
  await goToCheckout(page)
  await page.getByText('Use a voucher').click()
  await page.getByLabel('Voucher code').fill(code)
  await page.getByLabel('Voucher code').press('Enter')
  await expect(page.getByRole('button', { name: 'Pay €20.00' })).toBeVisible()
  await expectEveryScreen(page, NARROW_PHONE)
  await fillContact(page)
  await fillCard(page)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
  expect(await ledgerOf(foyer, orderIdOf(page))).toEqual({ buyer: -2000, vouchers: -2000 })

  // The statement has all of it: 60.00 and 40.00 sold, 18.00 and 20.00 returned.
  await openAsOwner(page, foyer, consoleUrls.eventStatement(eventId))
  await expect(page.getByText('€100.00').first()).toBeVisible()
  await expect(page.getByText('−€38.00').first()).toBeVisible()
  expect(await findContradictions(foyer.db)).toEqual([])
  await recipients.close()
})
