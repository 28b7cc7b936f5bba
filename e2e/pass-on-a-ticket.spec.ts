import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Page } from 'playwright/test'
import { findContradictions } from '#tests/support/invariants.ts'
import type { MailServer } from '#tests/support/mail-server.ts'
import { test } from './support/members.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { signInOwner } from './support/owner.ts'
import { scan } from './support/qr.ts'
import { expectEveryScreen } from './support/screens.ts'
import { putOn, type Show } from './support/stage.ts'
import { expect } from './support/test.ts'
import { buyAsGuest, chooseTickets, tickets } from './support/visitor.ts'

async function buyTwo(page: Page, foyer: RunningFoyer, { path }: Show): Promise<void> {
  await page.goto(foyer.url('aurora', path))
  await chooseTickets(page, { Entry: 2 })
  await buyAsGuest(page)
}

async function linkTo(post: MailServer, to: string, path: RegExp): Promise<string> {
  const find = (): string | undefined =>
    post.arrived.findLast((each) => each.to === to && path.test(each.mail.text ?? ''))?.mail.text ?? undefined
  await expect.poll(find, { timeout: 15_000 }).toBeDefined()
  return path.exec(find() ?? '')?.[0] ?? ''
}

const card = (page: Page, at: number) => page.locator('.order-ticket').nth(at)

test('a ticket is passed on by email: the sender’s code is refused, the recipient’s is admitted @full', async ({
  page,
  browser,
  request,
  foyer,
  post,
}) => {
  const show = await putOn(foyer, `Passed On ${randomUUID().slice(0, 6)}`)
  await buyTwo(page, foyer, show)
  const old = (await scan(tickets(page).first())) ?? ''
  const email = `sam-${randomUUID().slice(0, 8)}@example.com`

  await card(page, 0)
    .getByRole('button', { name: /^Pass on/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Pass this ticket on' })
  await expect(dialog.getByLabel('Their email address')).toBeFocused()
  await expectEveryScreen(page)
  await dialog.getByRole('button', { name: 'Send the ticket' }).click()
  await expect(dialog.getByText('Please check these fields')).toBeVisible()
  await dialog.getByLabel('Their email address').fill(email)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(card(page, 0).getByText(`Offered to ${email}`)).toBeVisible()
  await expectEveryScreen(page)

  const recipients = await browser.newContext()
  const sam = await recipients.newPage()
  await sam.goto(await linkTo(post, email, /http\S+\/tickets\/accept\/[0-9a-f-]{36}/))
  await expect(sam.getByRole('heading', { name: 'Ada has a ticket for you', level: 1 })).toBeVisible()
  await expect(sam.getByLabel('Email')).toHaveValue(email)
  await expectEveryScreen(sam)
  await sam.getByLabel('First name').fill('Sam')
  await sam.getByLabel('Last name (optional)').fill('Okafro')
  await sam.getByRole('button', { name: 'Accept ticket' }).click()
  await expect(sam.getByRole('heading', { name: 'You’re going, Sam', level: 1 })).toBeVisible()
  expect(sam.url()).toMatch(/\/tickets\/[0-9a-f-]{36}$/)
  await expect(sam.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(sam.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  const fresh = (await scan(tickets(sam).first())) ?? ''
  expect(fresh).not.toBe(old)
  await expectEveryScreen(sam)

  await page.reload()
  await expect(card(page, 0).getByText('Passed on to Sam')).toBeVisible()
  await expect(tickets(page)).toHaveCount(1)
  await expect(card(page, 0).getByRole('button')).toHaveCount(0)
  expect(await page.content()).not.toContain(fresh)
  await expectEveryScreen(page)

  await sam.getByRole('button', { name: /^Change name/ }).click()
  const names = sam.getByRole('dialog', { name: 'Change the name' })
  await names.getByLabel('Last name (optional)').fill('Okafor')
  await names.getByRole('button', { name: 'Save' }).click()
  await expect(sam.getByText('Sam Okafor', { exact: true })).toBeVisible()
  expect(await scan(tickets(sam).first())).toBe(fresh)

  const { rows } = await sql<{ id: string }>`
    select event_id as id from ticket_types where id = ${show.ticketTypeId}`.execute(foyer.db)
  const askAsOwner = await signInOwner(request, foyer)
  const admit = (code: string) =>
    askAsOwner<{ verdict: string; ticket: { holder: string } | null }>(
      `/api/promoter/events/${rows[0]?.id}/check-ins`,
      { code },
    )
  expect((await admit(old)).verdict).toBe('replaced')
  expect(await admit(fresh)).toMatchObject({ verdict: 'valid', ticket: { holder: 'Sam Okafor' } })
  await sam.reload()
  await expect(card(sam, 0).getByText('Used, ')).toBeVisible()
  await page.reload()
  await expect(card(page, 0).getByText('Passed on to Sam')).toBeVisible()
  expect(await findContradictions(foyer.db)).toEqual([])
  await recipients.close()
})

test('a ticket is offered by link, reclaimed, and gets a new code @full', async ({
  page,
  browser,
  foyer,
}) => {
  const show = await putOn(foyer, `By Link ${randomUUID().slice(0, 6)}`)
  await buyTwo(page, foyer, show)
  const old = await scan(tickets(page).first())
  const first = card(page, 0)
  await first.getByRole('button', { name: /^Pass on/ }).click()
  await page.getByRole('button', { name: 'Create a link' }).click()
  const link = await first.getByLabel('Link to accept the ticket').inputValue()
  const recipients = await browser.newContext({ javaScriptEnabled: false })
  const other = await recipients.newPage()
  await other.goto(link)
  await expect(other.getByRole('button', { name: 'Accept ticket' })).toBeVisible()
  await page.reload()
  await expect(first.getByLabel('Link to accept the ticket')).toHaveValue(link)
  await first.getByRole('button', { name: 'Reclaim' }).click()
  await expect(first.getByText('Offered by link')).toBeHidden()
  await other.getByLabel('First name').fill('Kim')
  await other.getByLabel('Email').fill('kim@example.com')
  await other.getByRole('button', { name: 'Accept ticket' }).click()
  await expect(other.getByRole('heading', { name: 'This ticket isn’t offered any more' })).toBeVisible()
  await recipients.close()

  await first.getByRole('button', { name: /^New code/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Get a new code' })
  await expectEveryScreen(page)
  await dialog.getByRole('button', { name: 'Replace the code' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => scan(tickets(page).first())).not.toBe(old)
})
