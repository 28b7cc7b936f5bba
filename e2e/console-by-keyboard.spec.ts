import type { Page } from 'playwright'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { IS_FULL } from '#tests/support/sample.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { expectScreen, openAsOwner, OWNER } from './support/console.ts'
import { pressAt, walkThrough } from './support/keyboard.ts'
import { signIn, test } from './support/members.ts'
import { expect } from './support/test.ts'

/** Console pages and the buttons that open their dialogs. */
const SCREENS: readonly (readonly [path: string, openers: readonly (string | RegExp)[]])[] = [
  [consoleUrls.overview(), []],
  [consoleUrls.events(), ['New event']],
  ['the first event', ['Duplicate…', 'Cancel event…']],
  ['its tickets', ['Add a ticket', /^Edit /]],
  [consoleUrls.orders(), ['Create order']],
  ['the first order', ['Refund', /^Change the ticket holder/]],
  [consoleUrls.attendees(), ['Email attendees']],
  [consoleUrls.doorDevices(), ['Pair a device']],
  [consoleUrls.reports(), []],
  [consoleUrls.promoCodes(), ['Add promo code', 'Create many', 'Import']],
  [consoleUrls.vouchers(), ['Give out vouchers']],
  [consoleUrls.fees(), []],
  [consoleUrls.staff(), ['Invite member', /^Change /]],
  [consoleUrls.assignments(), ['Assign member']],
  [consoleUrls.commission(), ['Add rule']],
  [consoleUrls.links(), ['New link']],
  [consoleUrls.payouts(), []],
  [consoleUrls.feeInvoices(), []],
  [consoleUrls.checkIn(), []],
  [consoleUrls.site(), []],
  [consoleUrls.emailTemplates(), []],
  [consoleUrls.emailTemplate('order_confirmed'), []],
  [consoleUrls.developers(), ['Create a key', 'Add a webhook']],
  [consoleUrls.settings(), []],
  [consoleUrls.audit(), []],
]

/** Screens that `npm test` visits: with a form, a table, and several dialogs. */
const SAMPLE: ReadonlySet<string> = new Set([
  'the first event',
  'the first order',
  consoleUrls.attendees(),
  consoleUrls.promoCodes(),
  consoleUrls.staff(),
  consoleUrls.settings(),
])

const CLEAR = { missed: [], unseen: [], trap: undefined }

/** Paths of detail pages, for the first object in the demo. */
async function addressesOf({ db }: RunningFoyer): Promise<Record<string, string>> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('promoters', 'promoters.id', 'orders.promoter_id')
    .innerJoin('tickets', 'tickets.order_id', 'orders.id')
    .innerJoin('events', 'events.id', 'tickets.event_id')
    .select(['orders.id', 'tickets.event_id'])
    .where('promoters.slug', '=', 'aurora')
    .where('tickets.status', '=', 'valid')
    .where('orders.total_cents', '>', 0)
    .where('events.starts_at', '>', new Date())
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    'the first event': consoleUrls.event(order.event_id),
    'its tickets': consoleUrls.eventTickets(order.event_id),
    'the first order': consoleUrls.order(order.id),
  }
}

/** Opens a dialog, tabs through it and closes it with its button and with Esc. Focus must return each time. */
async function tryDialog(page: Page, opener: string | RegExp): Promise<void> {
  const button = page.locator('main').getByRole('button', { name: opener, exact: true }).first()
  const dialog = page.locator('dialog[open]')
  // The walk through the page has verified that Tab reaches it.
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  const { controls, ...walk } = await walkThrough(page, 'dialog[open]')
  expect(controls).toBeGreaterThan(0)
  expect.soft(walk, `${opener}: inside`).toEqual(CLEAR)
  await pressAt(dialog.getByRole('button', { name: /^(Close|Cancel|Keep order|Keep event)$/ }).first())
  await expect(dialog).toBeHidden()
  await expect.soft(button, `${opener}: after its own button`).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.soft(button, `${opener}: after Esc`).toBeFocused()
}

async function walkScreen(page: Page, name: string, fewest = 11): Promise<void> {
  const { controls, ...walk } = await walkThrough(page)
  expect(controls, name).toBeGreaterThanOrEqual(fewest)
  expect.soft(walk, name).toEqual(CLEAR)
}

test('screens are reachable by Tab with visible focus, and dialogs return the focus @full', async ({
  page,
  foyer,
}) => {
  test.setTimeout(240_000)
  const addresses = await addressesOf(foyer)
  await openAsOwner(page, foyer, consoleUrls.settings())
  const screens = SCREENS.filter(([name]) => IS_FULL || SAMPLE.has(name))
  expect(screens).toHaveLength(IS_FULL ? SCREENS.length : SAMPLE.size)
  for (const [name, openers] of screens)
    await test.step(name, async () => {
      await page.goto(foyer.url('aurora', addresses[name] ?? name))
      await expectScreen(page)
      await walkScreen(page, name)
      for (const opener of openers) await tryDialog(page, opener)
    })
})

test('the screen to open a storefront is reachable by Tab with visible focus @full', async ({
  page,
  foyer,
}) => {
  // The page is on the main site, where a session of a storefront is not valid.
  await page.goto(foyer.url('', consoleUrls.start()))
  await signIn(page, OWNER, DEMO_PASSWORD)
  await expect(page.getByRole('button', { name: 'Create my storefront' })).toBeVisible()
  // It has no navigation.
  await walkScreen(page, consoleUrls.start(), 9)
})
