import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Page } from 'playwright/test'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { openAsOwner } from './support/console.ts'
import { signIn, test } from './support/members.ts'
import { scan } from './support/qr.ts'
import { expectEveryScreen, LIGHT_PHONE } from './support/screens.ts'
import { putOn, type Show } from './support/stage.ts'
import { expect, expectAccessible } from './support/test.ts'
import { buyAsGuest, chooseTickets, tickets } from './support/visitor.ts'

type Change = ReturnType<typeof sql>

const setEvent = (foyer: RunningFoyer, { path }: Show, change: Change) =>
  sql`update events set ${change} where slug = ${path.replace('/events/', '')}`.execute(foyer.db)

/** Late codes that appear a number of seconds from now. */
const appearIn = (seconds: number): Change =>
  sql`code_mode = 'late', code_reveal_hours = 24, codes_withheld = true,
    starts_at = now() + interval '24 hours' + make_interval(secs => ${seconds}), ends_at = now() + interval '28 hours'`

async function buy(page: Page, address: string, quantity: number): Promise<void> {
  await page.goto(address)
  await chooseTickets(page, { Entry: quantity })
  await buyAsGuest(page)
}

test('a late code appears on its page when its time comes, and is emailed then @full', async ({
  page,
  foyer,
  post,
}) => {
  const title = `Late ${randomUUID().slice(0, 6)}`
  const show = await putOn(foyer, title)
  await setEvent(foyer, show, appearIn(3600))
  await page.goto(foyer.url('aurora', show.path))
  await expect(page.getByText(/^QR codes of tickets appear on /)).toBeVisible()
  await buy(page, foyer.url('aurora', show.path), 1)
  await expect(page.getByText(/^Your QR code appears here on/)).toBeVisible()
  await expect(page.getByText(/^Your QR code appears here on/)).toContainText(/\d\d:\d\d, Berlin time/)
  await expect(tickets(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Ticket as PDF' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Full screen/ })).toHaveCount(0)
  await expectEveryScreen(page, LIGHT_PHONE)

  const subjects = () => post.arrived.flatMap(({ mail }) => mail.subject ?? [])
  await expect.poll(subjects).toContain(`Your ticket: ${title}`)
  await setEvent(foyer, show, appearIn(5))
  await page.reload()
  await expect(page.getByText(/^Your QR code appears here on/)).toBeVisible()
  // By itself: nothing is done here.
  await expect(tickets(page)).toHaveCount(1, { timeout: 20_000 })
  expect(await scan(tickets(page).first())).toMatch(/^2[0-9A-Z]{148}$/)
  await expect(page.getByRole('link', { name: 'Ticket as PDF' })).toBeVisible()
  await expect.poll(subjects, { timeout: 15_000 }).toContain(`Your QR code: ${title}`)
})

test('an offline copy promises no late code, and asks for a network once it has appeared @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, `Late Offline ${randomUUID().slice(0, 6)}`)
  await setEvent(foyer, show, appearIn(3600))
  await buy(page, foyer.url('aurora', show.path), 1)
  await expect(page.getByText('Saved for offline use')).toBeVisible()
  await page.context().setOffline(true)
  await page.reload()
  const copy = page.getByRole('status').filter({ hasText: /^Offline copy of / })
  await expect(copy).toContainText('Changes since then aren’t shown.')
  await expect(copy).not.toContainText('Your codes work')
  await expect(page.getByText(/^Your QR code appears here on/)).toBeVisible()

  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 3_601_000
  })
  await expect(page.getByText('Your QR code is available. Connect to the internet to load it.')).toBeVisible()
  await expect(page.getByText(/^Your QR code appears here on/)).toBeHidden()
  await expectEveryScreen(page, LIGHT_PHONE)
})

const LIVE = sql`code_mode = 'live', starts_at = now() + interval '1 hour', ends_at = now() + interval '5 hours'`

async function openDoor(page: Page, foyer: RunningFoyer, title: string): Promise<void> {
  await page.goto(foyer.url('aurora', '/account/staff/door'))
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'owner@aurora.example', DEMO_PASSWORD)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('Online')).toBeVisible()
}

async function check(page: Page, code: string, word: string): Promise<void> {
  await page.getByLabel('Ticket code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Result' }).getByText(word, { exact: true })).toBeVisible()
}

test('live codes work without a network on phone and door, and their copies are refused a minute later @full', async ({
  page,
  browser,
  foyer,
}) => {
  test.slow()
  const title = `Live ${randomUUID().slice(0, 6)}`
  const show = await putOn(foyer, title)
  await setEvent(foyer, show, LIVE)
  await page.goto(foyer.url('aurora', show.path))
  await expect(page.getByText(/^Tickets are for phones only/)).toBeVisible()
  await buy(page, foyer.url('aurora', show.path), 2)
  await expect(page.getByText('Live code: it changes every 20 seconds.').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /as PDF$/ })).toHaveCount(0)
  await expect(page.getByText('Saved for offline use')).toBeVisible()
  await expectEveryScreen(page, LIGHT_PHONE)

  const staff = await browser.newContext()
  const door = await staff.newPage()
  await openDoor(door, foyer, title)
  await staff.setOffline(true)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/^Offline copy of /)).toBeVisible()
  const liveCode = async (at: number): Promise<string> => {
    const found = await scan(tickets(page).nth(at))
    if (!found) throw new Error('The page shows no code.')
    return found
  }
  await expect.poll(() => scan(tickets(page).first())).toMatch(/^3[0-9A-Z]{148}\d{8}$/)
  await check(door, await liveCode(0), 'Valid')

  const copy = await liveCode(1)
  await door.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 60_000
  })
  await check(door, copy, 'Not live')
  await expect(door.getByText(/^Screenshot or printout: ask for the live code/)).toBeVisible()
  await expectAccessible(door)

  await page
    .getByRole('button', { name: /^Full screen/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Ticket / })
  await expect(dialog.getByRole('img', { name: /^Large QR code of ticket/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await staff.close()
})

test('the recipient of a ticket has its PDF, calendar and an offline copy @full', async ({
  page,
  browser,
  foyer,
}) => {
  const show = await putOn(foyer, `Papers ${randomUUID().slice(0, 6)}`)
  await buy(page, foyer.url('aurora', show.path), 2)
  const first = page.locator('.order-ticket').first()
  await first.getByRole('button', { name: /^Pass on/ }).click()
  await page.getByRole('button', { name: 'Create a link' }).click()
  const link = await first.getByLabel('Link to accept the ticket').inputValue()
  const recipients = await browser.newContext()
  const sam = await recipients.newPage()
  await sam.goto(link)
  await sam.getByLabel('First name').fill('Sam')
  await sam.getByLabel('Email').fill('sam@example.com')
  await sam.getByRole('button', { name: 'Accept ticket' }).click()
  await expect(sam.getByRole('heading', { name: 'You’re going, Sam', level: 1 })).toBeVisible()
  await expect(sam.getByRole('link', { name: 'Add to calendar' })).toBeVisible()
  await expectEveryScreen(sam, LIGHT_PHONE)

  const path = await sam.getByRole('link', { name: 'Ticket as PDF' }).getAttribute('href')
  const answer = await sam.request.get(foyer.url('', path ?? ''))
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  })
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')

  await expect(sam.getByText('Saved for offline use')).toBeVisible()
  await recipients.setOffline(true)
  await sam.reload()
  await expect(sam.getByText(/^Offline copy of /)).toBeVisible()
  expect(await scan(tickets(sam).first())).toMatch(/^2[0-9A-Z]{148}$/)
  await recipients.close()
  expect(await findContradictions(foyer.db)).toEqual([])
})

test('without JavaScript, a page with live codes names the other ways in @full', async ({
  page,
  browser,
  foyer,
}) => {
  const show = await putOn(foyer, `Plain ${randomUUID().slice(0, 6)}`)
  await setEvent(foyer, show, LIVE)
  await buy(page, foyer.url('aurora', show.path), 1)
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const tab = await plain.newPage()
  await tab.goto(page.url())
  // Playwright's search by text ignores the content of `noscript`.
  const note = tab.getByRole('paragraph').filter({ hasText: 'give your name at the entrance' })
  await expect(note.first()).toBeVisible()
  await expect(tickets(tab)).toHaveCount(0)
  await expect(tab.getByRole('button', { name: /^Full screen/ })).toHaveCount(0)
  await plain.close()
})

test('the console warns before sold tickets get live codes @full', async ({ page, foyer }) => {
  const title = `Warned ${randomUUID().slice(0, 6)}`
  const show = await putOn(foyer, title)
  await sql`update events set published_at = now() where slug = ${show.path.replace('/events/', '')}`.execute(
    foyer.db,
  )
  await buy(page, foyer.url('aurora', show.path), 1)
  const { rows } = await sql<{ id: string }>`
    select event_id as id from ticket_types where id = ${show.ticketTypeId}`.execute(foyer.db)
  await openAsOwner(page, foyer, `/promoter/events/${rows[0]?.id}`)
  await page.getByRole('radio', { name: 'Live, on a phone only' }).check()
  await expect(page.getByText('Tickets have already been sold')).toBeVisible()
  await expect(page.locator('.save-state')).toHaveText('Saved')
  await expectEveryScreen(page)
  await page.getByRole('radio', { name: 'Shortly before the event' }).check()
  await expect(page.getByLabel('Hours before doors open')).toHaveValue('24')
  await page.getByRole('radio', { name: 'Live, on a phone only' }).check()
  await expect(page.locator('.save-state')).toHaveText('Saved')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish changes to ${title}?` })
  await expect(dialog.getByText('Printed tickets are no longer valid after this')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /^Notify 1 buyer/ })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Publish and notify 1 buyer' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Publish changes' })).toHaveCount(0)
})
