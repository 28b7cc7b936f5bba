import { sql } from 'kysely'
import type { Page } from 'playwright/test'
import type { syncScans } from '#contracts/portal/door.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import type { Order } from '#model/sales/orders.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { signInOwner } from './support/owner.ts'
import { putOn, type Show } from './support/stage.ts'
import { expect, expectAccessible, expectFits, test } from './support/test.ts'
import {
  acceptTerms,
  buyAsGuest,
  chooseTickets,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
} from './support/visitor.ts'

/** Until seven days before the event, for the price minus 2.00. */
async function putOnReturnable(foyer: RunningFoyer, title: string): Promise<Show & { eventId: string }> {
  const show = await putOn(foyer, title)
  const { rows } = await sql<{ id: string }>`
    update events set return_days = 7, return_fee_cents = 200 where slug = ${show.path.replace('/events/', '')}
    returning id`.execute(foyer.db)
  return { ...show, eventId: rows[0]?.id ?? '' }
}

async function buyTwo(page: Page): Promise<void> {
  await chooseTickets(page, { Entry: 2 })
  await goToCheckout(page)
  await fillContact(page)
  await fillCard(page)
  await acceptTerms(page)
  await expect(page.getByText(RULE)).toBeVisible()
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
}

const RULE = /^You can return tickets until \d+ \w+( \d+)?, for the full price minus €2\.00 each\.$/

async function readOrder(page: Page, foyer: RunningFoyer): Promise<Order> {
  const [, id] = /\/orders\/([\da-f-]{36})/.exec(page.url()) ?? []
  return (await (await page.request.get(foyer.url('', `/api/public/orders/${id}`))).json()).data.order
}

test('one of two tickets is returned: exact refund, place on sale again, code refused at the door @full', async ({
  page,
  foyer,
}) => {
  const show = await putOnReturnable(foyer, 'Second Thoughts')
  await page.goto(foyer.url('aurora', show.path))
  await expect(page.getByText(RULE)).toBeVisible()
  await buyTwo(page)

  const section = page.getByRole('region', { name: 'Return tickets' })
  const [first] = await section.getByRole('checkbox').all()
  await first?.check()
  await expect(section.getByRole('status')).toContainText(
    'You get €18.00 back to your original payment method.',
  )
  await expectAccessible(page)
  await section.getByRole('button', { name: /^Return 1 ticket/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Return 1 ticket?' })
  await expect(dialog).toContainText('€2.00 is deducted.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await section.getByRole('button', { name: /^Return 1 ticket/ }).press('Enter')
  await dialog.getByRole('button', { name: 'Return 1 ticket for €18.00' }).press('Enter')

  await expect(section.getByText('Your return is complete')).toBeVisible()
  await expect(page.getByText('Returned, no longer valid')).toBeVisible()
  await expect(page.getByText('Returned: 1 ticket')).toBeVisible()
  await expect(section.getByRole('checkbox')).toHaveCount(1)
  await expectAccessible(page)

  const order = await readOrder(page, foyer)
  const { rows: refunds } = await sql<{ cents: number }>`
    select amount_cents::int as cents from sandbox.refunds
    where intent_id = (select intent_id from payments where order_id = ${order.id})`.execute(foyer.db)
  expect(refunds).toEqual([{ cents: 1800 }])
  const { rows: counters } = await sql<{ sold: number }>`
    select sold from inventory where ticket_type_id = ${show.ticketTypeId}`.execute(foyer.db)
  expect(counters).toEqual([{ sold: 1 }])

  const ask = await signInOwner(page.request, foyer)
  const { tickets } = await ask<DataOf<typeof syncScans>>(`/api/door/events/${show.eventId}/sync`, {
    device: { id: crypto.randomUUID(), name: 'Door', gateId: null, waiting: 0, appVersion: '1' },
    deviceTimeMs: Date.now(),
    position: 0,
    ticketsSinceMs: 0,
    scans: [],
  })
  const states = new Map(tickets.map(([id, , , , state]) => [id, state]))
  const REFUNDED = 2
  expect(order.tickets.map(({ id, isReturned }) => [isReturned, states.get(id)])).toEqual([
    [true, REFUNDED],
    [false, 0],
  ])
  const { verdict } = await ask<{ verdict: string }>(`/api/promoter/events/${show.eventId}/check-ins`, {
    code: order.tickets[0]?.token,
  })
  expect(verdict).toBe('refunded')
  expect(await findContradictions(foyer.db)).toEqual([])
})

test('a changed refund is shown before anything is returned @full', async ({ page, foyer }) => {
  const show = await putOnReturnable(foyer, 'Third Thoughts')
  await page.goto(foyer.url('aurora', show.path))
  await buyTwo(page)
  const section = page.getByRole('region', { name: 'Return tickets' })
  await section.getByRole('checkbox').first().check()
  await section.getByRole('button', { name: /^Return 1 ticket/ }).click()
  await sql`update events set return_fee_cents = 100 where id = ${show.eventId}`.execute(foyer.db)
  const dialog = page.getByRole('dialog', { name: 'Return 1 ticket?' })
  await dialog.getByRole('button', { name: 'Return 1 ticket for €18.00' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The refund has changed')
  await dialog.getByRole('button', { name: 'Return 1 ticket for €19.00' }).click()
  await expect(section.getByText('Your return is complete')).toBeVisible()
})

test('an event without the rule has no returns @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'No Second Thoughts')
  await page.goto(foyer.url('aurora', show.path))
  await expect(page.getByText(/You can return tickets/)).toHaveCount(0)
  await chooseTickets(page, { Entry: 1 })
  await buyAsGuest(page)
  await expect(page.getByRole('heading', { name: 'Return tickets' })).toHaveCount(0)
})

for (const width of [320, 768, 1440])
  test(`returns at ${width} px fit the screen @full`, async ({ page, foyer }) => {
    await page.setViewportSize({ width, height: 740 })
    const show = await putOnReturnable(foyer, `Fitting Thoughts ${width}`)
    await page.goto(foyer.url('aurora', show.path))
    await buyTwo(page)
    const section = page.getByRole('region', { name: 'Return tickets' })
    await section.getByRole('checkbox').first().check()
    await section.getByRole('button', { name: /^Return 1 ticket/ }).click()
    await expectFits(page, width)
  })
