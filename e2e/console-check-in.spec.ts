import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { buy } from '#tests/support/buyer.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { IS_FULL } from '#tests/support/sample.ts'
import { expectScreen, openAsOwner } from './support/console.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { eachScreen, expectEveryScreen } from './support/screens.ts'
import { putOn, type Show } from './support/stage.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const PRICE = 20

/** Buys a ticket through the API, and returns its code. */
async function buyTicket(foyer: RunningFoyer, { ticketTypeId }: Show): Promise<string> {
  const bought = await buy(foyer.url(''), { ticketTypeId, quantity: 1, priceOf: () => PRICE })
  if (bought.kind !== 'bought') throw new Error(JSON.stringify(bought))
  const { code } = await foyer.db
    .selectFrom('tickets')
    .select('code')
    .where('order_id', '=', bought.orderId)
    .executeTakeFirstOrThrow()
  return code
}

const result = (page: Page) => page.getByRole('region', { name: 'Result' })

async function check(page: Page, code: string, word: string): Promise<void> {
  await page.getByLabel('Ticket code').fill(code)
  await page.keyboard.press('Enter')
  await expect(result(page).getByText(word, { exact: true })).toBeVisible()
}

const choose = (page: Page, view: string): Promise<void> =>
  page.getByText(view, { exact: true }).first().click()

/** Adds a row to the form of the entrances, and selects a ticket type. */
async function addRow(
  page: Page,
  kind: 'Gate' | 'List',
  row: { number: number; name: string; type?: string },
) {
  await page.getByRole('button', { name: `Add ${kind.toLowerCase()}` }).click()
  const field = page.getByLabel(`${kind} ${row.number}`, { exact: true })
  await field.fill(row.name)
  if (row.type === undefined) return
  const item = page.getByRole('listitem').filter({ has: field })
  await item.getByRole('checkbox', { name: row.type, exact: true }).check()
}

/** A double entry, as two devices without a network report it. */
async function insertDoubleEntry(foyer: RunningFoyer, code: string): Promise<void> {
  const ticket = await foyer.db
    .selectFrom('tickets')
    .select(['id', 'promoter_id', 'event_id'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const event = { promoter_id: ticket.promoter_id, event_id: ticket.event_id }
  const now = new Date()
  const sides = ['North phone', 'South phone'].map((name) => ({ id: crypto.randomUUID(), name }))
  const [first, second] = sides
  if (!first || !second) throw new Error('Two devices are needed.')
  const times = { created_at: now, last_sync_at: now }
  await foyer.db
    .insertInto('door_devices')
    .values(sides.map((side) => ({ ...side, ...event, ...times })))
    .execute()
  const scan = { ...event, seq: 1, ticket_id: ticket.id, kind: 'entry', at: now, received_at: now }
  await foyer.db
    .insertInto('scans')
    .values(sides.map(({ id }) => ({ ...scan, device_id: id })))
    .execute()
  const refs = { first_device_id: first.id, first_seq: 1, second_device_id: second.id, second_seq: 1 }
  await foyer.db
    .insertInto('door_conflicts')
    .values({ ...event, ...refs, ticket_id: ticket.id, found_at: now })
    .execute()
}

test('an owner sets gates, which an open door applies, follows the counts and resolves a double entry', async ({
  page,
  foyer,
}) => {
  test.slow()
  const show = await putOn(foyer, 'Check-in Night')
  const [first, second] = [await buyTicket(foyer, show), await buyTicket(foyer, show)]
  const {
    name: type,
    promoter_id: promoterId,
    event_id: eventId,
  } = await foyer.db
    .selectFrom('ticket_types')
    .select(['name', 'promoter_id', 'event_id'])
    .where('id', '=', show.ticketTypeId)
    .executeTakeFirstOrThrow()
  await openAsOwner(page, foyer, `/promoter/check-in?event=${eventId}`)
  await expect(page.getByLabel('Event').locator('option:checked')).toContainText('Check-in Night')

  // The door is open before the gates exist.
  const door = await page.context().newPage()
  await door.goto(foyer.url('aurora', `/account/staff/door?event=${eventId}`))
  await expect(door.getByText('Online')).toBeVisible()

  await choose(page, 'Entrances')
  await addRow(page, 'Gate', { number: 1, name: 'North gate', type })
  await page.getByRole('button', { name: 'Add gate' }).click()
  await page.getByRole('button', { name: 'Save entrances' }).click()
  await expect(page.getByRole('alert').getByText('Enter a name.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove gate 2' }).click()
  await addRow(page, 'List', { number: 1, name: 'VIP', type })
  await page.getByLabel('What to do (optional)').fill('Take to table 4')
  await page.getByLabel('Room capacity (optional)').fill('1')
  await page.getByRole('button', { name: 'Save entrances' }).click()
  await expect(page.getByText('Devices get the changes with their next sync.')).toBeVisible()
  await expectEveryScreen(page)

  // The open door gets them with a sync.
  await expect(door.getByLabel('Gate')).toBeVisible()
  await door.getByLabel('Gate').selectOption('North gate')
  await check(door, first, 'Valid')
  await expect(result(door).getByText('Take to table 4')).toBeVisible()
  await door.getByRole('button', { name: 'Next' }).click()

  // A gate without this ticket's type refuses it.
  await insertTicketType(foyer.db, { promoterId, eventId, name: 'Backstage' })
  await page.reload()
  await expectScreen(page)
  const gates = page.getByRole('listitem').filter({ has: page.getByLabel('Gate 1', { exact: true }) })
  await gates.getByRole('checkbox', { name: type, exact: true }).uncheck()
  await gates.getByRole('checkbox', { name: 'Backstage' }).check()
  await addRow(page, 'Gate', { number: 2, name: 'South gate', type })
  await page.getByRole('button', { name: 'Save entrances' }).click()
  await expect(page.getByText('Devices get the changes with their next sync.')).toBeVisible()
  await expect(door.getByLabel('Gate').locator('option')).toContainText(['South gate'])
  await check(door, second, 'Wrong gate')
  await expect(result(door).getByText('Send the guest to South gate.')).toBeVisible()
  await door.getByRole('button', { name: 'Next' }).click()

  await choose(page, 'Live')
  await expect(page.getByText('The room is full: 1 of 1 inside')).toBeVisible()
  const gateRow = page
    .getByRole('table', { name: 'By gate' })
    .getByRole('row')
    .filter({ hasText: 'North gate' })
  await expect(gateRow).toContainText('1')
  await page.getByText('Show as table').click()
  await expect(page.getByRole('region', { name: /^Entries and exits per/ })).toBeVisible()
  await expectAccessible(page)

  await insertDoubleEntry(foyer, second)
  await expect(page.getByText('1 double entry to resolve')).toBeVisible()
  await page.getByRole('button', { name: 'View double entries' }).click()
  await page.getByRole('button', { name: /^Resolve the double entry/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Resolve double entry' })
  await dialog.getByLabel('What did you find out?').fill('Same person, a screenshot')
  await expectEveryScreen(page)
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('No tickets were admitted twice.')).toBeVisible()
  await page.getByRole('group', { name: 'State' }).getByText('Resolved').click()
  await expect(page.getByText('Same person, a screenshot')).toBeVisible()

  await choose(page, 'Live')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file).toContain(first)
  expect(file).toContain('North gate')

  for (const view of IS_FULL ? ['live', 'entrances', 'notes', 'conflicts'] : ['live', 'notes'])
    await eachScreen(page, async (tab) => {
      await tab.goto(foyer.url('aurora', `/promoter/check-in?event=${eventId}&view=${view}`))
      await expectScreen(tab)
    })
})
