import type { BrowserContext, Page } from 'playwright/test'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { launchWithCamera } from './support/camera.ts'
import { openAsOwner, OWNER } from './support/console.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { pressAt, tabTo, typeInto } from './support/keyboard.ts'
import { signIn } from './support/members.ts'
import { expectEveryScreen } from './support/screens.ts'
import { putOn, type Show } from './support/stage.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { buyAsGuest, chooseTickets, tickets } from './support/visitor.ts'

const TITLE = 'Night of the Door'

/** Buys a ticket in the shop. Returns the picture of its QR code. */
async function buyTicket(page: Page, foyer: RunningFoyer, { path }: Show): Promise<Buffer> {
  await page.goto(foyer.url('aurora', path))
  await chooseTickets(page, { Entry: 1 })
  await buyAsGuest(page)
  return tickets(page).screenshot()
}

/** Pairs a device in the console by keyboard. Returns the code to type on the device. */
async function issueCode(page: Page): Promise<string> {
  await pressAt(page.getByRole('button', { name: 'Pair a device' }))
  const dialog = page.getByRole('dialog', { name: 'Pair a device' })
  await typeInto(dialog.getByLabel('Name of the device'), 'Lobby phone')
  await pressAt(dialog.getByRole('checkbox', { name: TITLE }), 'Space')
  for (const right of ['Undo scans', 'Sell tickets'])
    await pressAt(dialog.getByRole('checkbox', { name: right }), 'Space')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Pair Lobby phone' })
  await expect(shown.getByRole('img', { name: /^QR code/ })).toBeVisible()
  return shown.getByRole('code').innerText()
}

/** The paired device takes three tickets to sell. */
async function openPaired(device: Page, foyer: RunningFoyer, code: string): Promise<void> {
  await device.goto(foyer.url('aurora', '/account/staff/door'))
  await typeInto(device.getByLabel('Code'), code)
  await device.keyboard.press('Enter')
  await pressAt(device.getByRole('link', { name: TITLE }))
  await expect(device.getByText('Online')).toBeVisible()
  await pressAt(device.getByRole('button', { name: 'Sell', exact: true }))
  await pressAt(device.getByText('Tickets to sell on this device'))
  await typeInto(device.getByRole('spinbutton', { name: 'Entry' }), '3')
  await device.keyboard.press('Enter')
  await expect(device.getByText('3 left')).toBeVisible()
  await expectEveryScreen(device)
}

async function openMembers(device: Page, foyer: RunningFoyer): Promise<void> {
  await device.goto(foyer.url('aurora', '/account/staff/door'))
  await device.getByRole('link', { name: 'Sign in' }).click()
  await signIn(device, OWNER, DEMO_PASSWORD)
  await device.getByLabel('Name of this device').fill('South gate')
  await device.getByRole('button', { name: 'Save name' }).click()
  await expect(device.getByText('Saved.')).toBeVisible()
  await device.getByRole('link', { name: TITLE }).click()
  await expect(device.getByText('Online')).toBeVisible()
}

async function goOffline(device: Page): Promise<void> {
  await expect
    .poll(() =>
      device.evaluate(async () => (await (await caches.open('foyer-door')).match('/account/staff/door'))?.ok),
    )
    .toBe(true)
  await device.context().setOffline(true)
  await device.reload()
  await expect(device.getByText('Offline')).toBeVisible()
}

const result = (page: Page) => page.getByRole('region', { name: 'Result' })
const camera = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Holds the ticket up to the camera. It stays in the picture, where it is read once, until the camera is turned off. */
async function holdUp(device: Page, word: string): Promise<void> {
  await pressAt(camera(device, 'Scan with the camera'))
  await expect(result(device).getByText(word, { exact: true })).toBeVisible()
}

async function undo(device: Page, reason: string): Promise<void> {
  await device.getByRole('region', { name: 'Last scan' }).getByRole('button', { name: 'Undo' }).click()
  await expectEveryScreen(device)
  await pressAt(result(device).getByRole('button', { name: reason }))
  await expect(result(device)).toHaveCount(0)
}

async function sellForCash(device: Page): Promise<void> {
  await pressAt(device.getByRole('button', { name: 'Sell', exact: true }))
  await pressAt(device.getByRole('button', { name: 'Add one Entry' }))
  await typeInto(device.getByLabel('Cash received (optional)'), '50')
  await expect(device.getByText('Change: €30.00')).toBeVisible()
  await pressAt(device.getByRole('button', { name: '1 ticket paid' }))
  await expect(device.getByRole('heading', { name: 'Sold: 1 ticket' })).toBeFocused()
  await expectEveryScreen(device)
  await pressAt(device.getByRole('button', { name: 'Next sale' }))
  await expect(device.getByText('Not sent yet')).toBeVisible()
}

/** Revokes the paired device while it sells; it stops with its next sync. */
async function revoke(page: Page, foyer: RunningFoyer, device: Page): Promise<void> {
  await pressAt(device.getByRole('button', { name: 'Sell', exact: true }))
  await page.goto(foyer.url('aurora', '/promoter/check-in/devices'))
  await pressAt(page.getByRole('button', { name: 'Revoke Lobby phone' }))
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke device' }).click()
  await expect(device.getByText('This device was revoked')).toBeVisible()
  await expect(page.getByRole('row', { name: /Lobby phone/ }).getByText('Revoked')).toBeVisible()
  await expectEveryScreen(device)
}

test('a ticket just bought is held up to the cameras of two devices without a network', async ({
  page,
  foyer,
}, info) => {
  test.slow()
  const show = await putOn(foyer, TITLE)
  const picture = await buyTicket(page, foyer, show)
  const browser = await launchWithCamera(picture, info.outputPath('ticket.y4m'))
  try {
    const open = async (): Promise<[Page, BrowserContext]> => {
      const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })
      return [await context.newPage(), context]
    }
    const [[north, northContext], [south, southContext]] = [await open(), await open()]
    await openAsOwner(page, foyer, '/promoter/check-in/devices')
    await openPaired(north, foyer, await issueCode(page))
    await expect(page.getByRole('dialog', { name: 'Lobby phone is paired' })).toBeVisible()
    await pressAt(page.getByRole('button', { name: 'Done' }))
    await openMembers(south, foyer)

    await goOffline(north)
    await holdUp(north, 'Valid')
    await expectAccessible(north)
    await expect(result(north), 'closes by itself').toHaveCount(0)
    await undo(north, 'Didn’t go in')
    await pressAt(camera(north, 'Turn camera off'))
    await holdUp(north, 'Valid')
    await expect(result(north)).toHaveCount(0)
    await pressAt(camera(north, 'Turn camera off'))
    await holdUp(north, 'Already used')
    await expect(result(north).getByText(/^Entered .* · Lobby phone$/)).toBeVisible()
    await expectEveryScreen(north)
    await tabTo(result(north).getByRole('button', { name: 'Admit anyway' }))
    await pressAt(result(north).getByRole('button', { name: 'Next' }))
    await pressAt(camera(north, 'Turn camera off'))
    await expect(north.getByText('3 scans waiting')).toBeVisible()
    await sellForCash(north)

    await goOffline(south)
    await holdUp(south, 'Valid')
    await expect(south.getByText('1 scan waiting')).toBeVisible()

    await northContext.setOffline(false)
    await expect(north.getByText('Sent', { exact: true })).toBeVisible()
    await pressAt(north.getByRole('button', { name: 'Check', exact: true }).first())
    await southContext.setOffline(false)
    for (const device of [north, south]) {
      await expect(device.getByRole('alert').getByText('1 double entry')).toBeVisible()
      await expect(device.getByText(/^First: .*Lobby phone$/)).toBeVisible()
      await expect(device.getByText(/^Again: .*South gate$/)).toBeVisible()
    }
    await expectEveryScreen(south)

    await page.goto(foyer.url('aurora', '/promoter/check-in?view=conflicts'))
    const events = page.getByLabel('Event')
    await events.selectOption({ label: await events.locator('option', { hasText: TITLE }).innerText() })
    const conflict = page.getByRole('article')
    await expect(conflict.getByText(/Lobby phone/)).toBeVisible()
    await expect(conflict.getByText(/South gate/)).toBeVisible()
    await expectEveryScreen(page)
    await pressAt(conflict.getByRole('button', { name: /^Resolve the double entry/ }))
    await typeInto(page.getByLabel('What did you find out?'), 'A screenshot: sent away')
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).press('Enter')
    await expect(page.getByText('No tickets were admitted twice.')).toBeVisible()
    for (const device of [north, south]) await expect(device.getByText('1 double entry')).toHaveCount(0)
    await undo(south, 'Didn’t go in')

    await revoke(page, foyer, north)
  } finally {
    await browser.close()
  }
  const entered = await foyer.db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select(['tickets.status', 'orders.status as order', 'orders.taken_outside'])
    .where('tickets.ticket_type_id', '=', show.ticketTypeId)
    .orderBy('orders.created_at')
    .execute()
  expect(entered).toEqual([
    { status: 'used', order: 'paid', taken_outside: null },
    { status: 'valid', order: 'paid', taken_outside: 'cash' },
  ])
  expect(await findContradictions(foyer.db)).toEqual([])
})
