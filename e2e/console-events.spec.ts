import type { Page } from 'playwright'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CUSTOMER } from '#tests/support/shop.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { signIn, test } from './support/members.ts'
import { openPromoter } from './support/new-promoter.ts'
import { OWNER, openAsOwner } from './support/console.ts'
import { pressAt } from './support/keyboard.ts'
import { expectEveryScreen } from './support/screens.ts'
import { expect, expectAccessible } from './support/test.ts'
import {
  chooseTickets,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
} from './support/visitor.ts'

/** The id of the event in the editor's URL. */
const eventIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

const saved = (page: Page) => expect(page.locator('.save-state')).toHaveText('Saved')

async function createDraft(page: Page, title: string): Promise<string> {
  await page.getByRole('button', { name: 'New event' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  return eventIn(page)
}

async function fillVenue(page: Page): Promise<void> {
  await page.getByLabel('Venue', { exact: true }).fill('Kraftwerk')
  await page.getByLabel('City').fill('Berlin')
  await page.getByLabel('Country').selectOption('Germany')
  await saved(page)
}

const promoterOf = async (foyer: RunningFoyer, eventId: string): Promise<string> => {
  const event = await foyer.db
    .selectFrom('events')
    .select('promoter_id')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  return event.promoter_id
}

/** Inserts a ticket type, because ticket types have a page of their own. */
const addTickets = async (foyer: RunningFoyer, eventId: string): Promise<string> =>
  insertTicketType(foyer.db, { promoterId: await promoterOf(foyer, eventId), eventId, priceCents: 2000 })

/** Buys a ticket as a guest, or with the account that is signed in. */
async function buy(
  page: Page,
  address: string,
  { isSignedIn, hasTerms }: { isSignedIn: boolean; hasTerms: boolean },
): Promise<void> {
  await page.goto(address)
  await chooseTickets(page, { 'General admission': 1 })
  await goToCheckout(page)
  // The account's address is filled in when it has been loaded: typing before that would mix both.
  if (isSignedIn) await expect(page.getByText('Signed in as')).toBeVisible()
  await fillContact(page)
  await fillCard(page)
  // Without terms of the promoter, there is no checkbox.
  const terms = page.getByRole('checkbox', { name: /^I accept the terms/ })
  if (hasTerms) await terms.check()
  else await expect(terms).toBeHidden()
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
}

test('a new event is created, published and sells its first ticket @full', async ({ page, foyer, post }) => {
  test.setTimeout(120_000)
  await openPromoter(page, foyer, { post, look: expectAccessible })
  await page.getByLabel('Title').fill('Opening Night')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page.getByRole('heading', { name: 'Opening Night', level: 1 })).toBeVisible()
  const preview = page.frameLocator('iframe[data-shown]')
  // Without a venue or tickets yet, the preview doesn't say that a sale is over.
  await expect(preview.getByText('No tickets on sale')).toBeVisible()
  await expect(preview.getByText(/·\s*$/)).toHaveCount(0)
  await page.getByLabel('Venue', { exact: true }).fill('The Owlery')
  await page.getByLabel('City').fill('Berlin')
  await saved(page)
  await expect(page.frameLocator('iframe[data-shown]').getByText('The Owlery').first()).toBeVisible()
  await addTickets(foyer, eventIn(page))
  await page.reload()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Live', exact: true })).toBeVisible()
  const address = await page.locator('.event-link a').getAttribute('href')
  expect(address).toContain('/events/opening-night')
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await buy(page, address ?? '', { isSignedIn: false, hasTerms: false })
  await page.goto(foyer.url('', '/promoter/events'))
  await expect(page.getByRole('row', { name: /Opening Night/ })).toContainText('1 of 100')
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await expect(page.getByText('4 of 7 done')).toBeVisible()
  await page.getByRole('link', { name: 'Enter your legal name and address' }).click()
  await expect(page.getByText('Invoices can’t be issued yet')).toBeVisible()
  await expect(page.getByLabel('Legal name')).toBeEditable()
  await page.goto(foyer.url('', '/promoter'))
  await page.getByRole('link', { name: 'Write your terms and privacy policy' }).click()
  await expect(page.getByRole('heading', { name: 'Legal pages', level: 1 })).toBeVisible()
})

test('an edit conflict lets the second editor keep their version or take the other, without data loss @full', async ({
  page,
  browser,
  foyer,
}) => {
  test.setTimeout(90_000)
  await openAsOwner(page, foyer, '/promoter/events')
  const id = await createDraft(page, 'Shared Evening')
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(foyer.url('aurora', `/promoter/events/${id}`))
  await signIn(other, OWNER, DEMO_PASSWORD)
  await expect(other.getByRole('heading', { name: 'Shared Evening', level: 1 })).toBeVisible()
  await page.getByLabel('Summary').fill('By the first.')
  await saved(page)
  await other.getByLabel('Summary').fill('By the second.')
  const conflict = other.getByRole('alert').filter({ hasText: 'Someone else has changed' })
  await expect(conflict).toContainText('By the first.')
  await expect(conflict).toContainText('By the second.')
  await expectAccessible(other)
  // Further down the page, a link leads to the conflict.
  await other.getByLabel('Anyone with the code').focus()
  await expect(conflict.getByRole('button', { name: 'Keep mine' })).not.toBeInViewport()
  const way = other.getByRole('link', { name: 'Compare and choose' })
  await expect(way).toBeInViewport()
  await pressAt(way)
  await expect(conflict).toBeInViewport()
  await pressAt(conflict.getByRole('button', { name: 'Keep mine' }))
  await saved(other)
  await expect(way).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Summary')).toHaveValue('By the second.')

  // Unsaved changes and the conflict survive a reload.
  await page.getByLabel('Summary').fill('By the first, again.')
  await saved(page)
  await other.getByLabel('Summary').fill('By the second, too late.')
  await expect(conflict).toContainText('By the second, too late.')
  await expect(other.getByLabel('Summary'), 'nothing typed is lost').toHaveValue('By the second, too late.')
  const asked = other.waitForEvent('dialog')
  const reloaded = other.reload()
  await (await asked).accept()
  await reloaded
  await expect(conflict).toContainText('By the first, again.')
  await expect(conflict).toContainText('By the second, too late.')
  await conflict.getByRole('button', { name: 'Use theirs' }).click()
  await expect(other.getByLabel('Summary')).toHaveValue('By the first, again.')
  await saved(other)
  await other.getByLabel('Venue', { exact: true }).fill('Kraftwerk')
  await saved(other)
  await page.reload()
  await expect(page.getByLabel('Summary')).toHaveValue('By the first, again.')
  await expect(page.getByLabel('Venue', { exact: true })).toHaveValue('Kraftwerk')
  await context.close()
})

test('a draft is deleted from its page and from the list after a confirmation @full', async ({
  page,
  foyer,
}) => {
  await openAsOwner(page, foyer, '/promoter/events')
  for (const title of ['Slip of a Finger', 'Slip of a Mind']) {
    await createDraft(page, title)
    await page.goto(foyer.url('aurora', '/promoter/events?when=draft'))
    await expect(page.getByRole('row', { name: new RegExp(title) })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Delete Slip of a Finger' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Delete Slip of a Finger' }).click()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await expect(page.getByRole('row', { name: /Slip of a Finger/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Slip of a Mind' }).click()
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await expect(page.getByRole('heading', { name: 'Your events' })).toBeAttached()
  await page.goto(foyer.url('aurora', '/promoter/events?when=draft'))
  await expect(page.getByRole('button', { name: 'New event' })).toBeVisible()
  await expect(page.getByText('Slip of a Mind')).toHaveCount(0)
})

test('publishing reports what is missing @full', async ({ page, foyer }) => {
  await openAsOwner(page, foyer, '/promoter/events')
  const id = await createDraft(page, 'Not Yet')
  await fillVenue(page)
  await addTickets(foyer, id)
  await page.reload()
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Correct the marked fields first, then try again.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await page.getByLabel('Title').fill('Now')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Live', exact: true })).toBeVisible()
  await expect(page.getByText(/^Not (done|published):/)).toHaveCount(0)
})

test('changes made offline are saved after reconnecting @full', async ({ page, foyer }) => {
  await openAsOwner(page, foyer, '/promoter/events')
  await createDraft(page, 'On a Train')
  await page.context().setOffline(true)
  await page.getByLabel('Summary').fill('Written in a tunnel.')
  await expect(page.locator('.save-state')).toHaveText(/Not saved yet/)
  await page.context().setOffline(false)
  await saved(page)
})

/** Opens the editor of a published event with one sold ticket. */
async function openSold(page: Page, foyer: RunningFoyer, title: string): Promise<void> {
  await openAsOwner(page, foyer, '/promoter/events')
  const id = await createDraft(page, title)
  await fillVenue(page)
  await addTickets(foyer, id)
  await page.reload()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Live', exact: true })).toBeVisible()
  const editor = page.url()
  const address = foyer.url('aurora', `/events/${title.toLowerCase().replaceAll(' ', '-')}`)
  await buy(page, address, { isSignedIn: true, hasTerms: true })
  await page.goto(editor)
}

/** Waits until all mails have been sent, to check that one has not. */
const expectNoMailWaits = ({ db }: RunningFoyer) =>
  expect
    .poll(
      () =>
        db
          .selectFrom('mails')
          .select('kind')
          .where('done_at', 'is', null)
          .where('dead_at', 'is', null)
          .execute(),
      { timeout: 15_000 },
    )
    .toEqual([])

test('cancelling an event refunds and notifies all buyers @full', async ({ page, foyer, post }) => {
  test.setTimeout(90_000)
  const before = post.arrived.length
  await openSold(page, foyer, 'Rained Off')
  await page.getByRole('button', { name: 'Cancel event…' }).click()
  await page.getByLabel(/Message to buyers/).fill('The field is under water.\n\nSee you in spring.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel and refund 1 ticket' }).click()
  await expect(page.getByText('1 of 1 order notified and refunded.')).toBeVisible({ timeout: 20_000 })
  const preview = page.frameLocator('iframe[data-shown]')
  await expect(preview.getByText('This event is cancelled')).toBeVisible()
  await expectNoMailWaits(foyer)
  const letters = post.arrived.slice(before).filter(({ to }) => to === CUSTOMER.email)
  const subjects = letters.map(({ mail }) => mail.subject)
  expect(subjects).toContain('Cancelled: Rained Off')
  expect(subjects.filter((subject) => subject?.startsWith('Refund'))).toEqual([])
  await page.goto(foyer.url('aurora', '/events/rained-off'))
  await expect(page.getByText('The field is under water.')).toHaveText(/water\.\n\nSee/, {
    useInnerText: true,
  })
  const [letter] = letters.filter(({ mail }) => mail.subject === 'Cancelled: Rained Off')
  expect(letter?.mail.html).toContain('The field is under water.<br/><br/>See you in spring.')
  expect(await findContradictions(foyer.db)).toEqual([])
})

test('buyers are notified of another venue after a confirmation @full', async ({ page, foyer, post }) => {
  test.setTimeout(90_000)
  await openSold(page, foyer, 'Moving House')
  const send = page.getByRole('button', { name: 'Publish changes' })
  const done = () => expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0)
  const dialog = page.getByRole('dialog')
  const letters = (): unknown[] =>
    post.arrived
      .filter(({ mail }) => mail.subject?.endsWith(': Moving House'))
      .map(({ mail }) => mail.subject)

  // Changes that buyers aren't notified of are published without a question.
  await page.getByLabel('Summary').fill('Bring boxes.')
  await send.click()
  await done()
  await expect(dialog).toHaveCount(0)

  await page.getByLabel('Venue', { exact: true }).fill('Tempodrom')
  await send.click()
  await expect(dialog.getByLabel('Notify 1 buyer that the place has changed')).toBeChecked()
  await expect(dialog).toContainText('New place: Moving House')
  await expect(dialog).toContainText('Place before: Kraftwerk, Berlin, Germany')
  await expect(dialog).toContainText('Place now: Tempodrom, Berlin, Germany')
  await expectEveryScreen(page)
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Notify 1 buyer that the place has changed').uncheck()
  await dialog.getByRole('button', { name: 'Publish without notifying' }).click()
  await done()

  await page.getByLabel('Venue', { exact: true }).fill('Arena')
  await send.click()
  await dialog.getByRole('button', { name: 'Publish and notify 1 buyer' }).click()
  await done()
  await expect(dialog).toHaveCount(0)
  await expect.poll(letters, { timeout: 20_000 }).toContain('New place: Moving House')
  await expectNoMailWaits(foyer)
  const told = post.arrived.filter(({ mail }) => mail.subject === 'New place: Moving House')
  expect(told.map(({ to }) => to)).toEqual([CUSTOMER.email])
  expect(told[0]?.mail.text).toContain('Place before: Tempodrom, Berlin, Germany')
  expect(told[0]?.mail.text).toContain('Place now: Arena, Berlin, Germany')
})

test('an event with an access code shows its tickets after the code, with and without JavaScript @full', async ({
  page,
  browser,
  foyer,
}) => {
  test.setTimeout(120_000)
  await openAsOwner(page, foyer, '/promoter/events')
  const id = await createDraft(page, 'Family Only')
  await fillVenue(page)
  await page.getByLabel('Anyone with the code').check()
  await page.getByLabel('Code', { exact: true }).fill('Grandma')
  await saved(page)
  await addTickets(foyer, id)
  await page.reload()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Live', exact: true })).toBeVisible()
  const address = foyer.url('aurora', '/events/family-only')
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled })
    const visitor = await context.newPage()
    await visitor.goto(foyer.url('aurora'))
    await expect(visitor.getByText('Family Only')).toHaveCount(0)
    await visitor.goto(address)
    await expect(visitor.getByText('General admission')).toHaveCount(0)
    // axe needs scripts.
    if (javaScriptEnabled) await expectAccessible(visitor)
    await visitor.getByLabel('Code').fill('uncle')
    await visitor.getByRole('button', { name: 'Show tickets' }).click()
    await expect(visitor.getByText('This access code is wrong.')).toBeVisible()
    await visitor.getByLabel('Code').fill('grandma')
    await visitor.getByRole('button', { name: 'Show tickets' }).click()
    await expect(visitor.getByText('General admission').first()).toBeVisible()
    await visitor.goto(address)
    await expect(visitor.getByText('General admission').first()).toBeVisible()
    await context.close()
  }
})

test('every event screen is accessible, fits a phone and works by keyboard @full', async ({
  page,
  foyer,
}) => {
  test.setTimeout(120_000)
  await openAsOwner(page, foyer, '/promoter/events')
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  const editor = await page.getByRole('row').nth(1).getByRole('link').first().getAttribute('href')
  for (const path of ['/promoter/events', editor ?? '']) {
    await page.goto(foyer.url('aurora', path))
    await expect(page.locator('.event-table, .event-form').first()).toBeVisible()
    await expectEveryScreen(page)
  }
  await page.goto(foyer.url('aurora', '/promoter/events?when=draft&q=nothing-like-it'))
  await expect(page.getByText('No events found for “nothing-like-it”')).toBeVisible()
  await page.getByLabel('Search events').press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page).toHaveURL(/when=draft$/)
  await page.getByRole('button', { name: 'New event' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'By keyboard', level: 1 })).toBeVisible()
})
