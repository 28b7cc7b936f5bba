import { sql } from 'kysely'
import { insertTicketType } from '#tests/support/factories.ts'
import { openAsOwner } from './support/console.ts'
import { putOn } from './support/stage.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import {
  acceptTerms,
  chooseTickets,
  drawer,
  openCart,
  fillContact,
  goToCheckout,
  orderHeading,
} from './support/visitor.ts'

test('a quantity at its limit shows the reason', async ({ page, foyer }) => {
  const few = await putOn(foyer, 'Only Three', { capacity: 3 })
  const many = await putOn(foyer, 'At Most Two', { maxPerOrder: 2 })
  const each = await putOn(foyer, 'Two Each', { maxPerOrder: null, maxPerCustomer: 2 })
  for (const [show, most, words] of [
    [few, 3, 'These are the last 3'],
    [many, 2, 'Maximum 2 per order'],
    [each, 2, 'Maximum 2 per customer'],
  ] as const) {
    await page.goto(foyer.url('aurora', show.path))
    const limit = page.locator('[data-limit]')
    const more = page.getByRole('button', { name: 'Add one Entry' })
    await more.click()
    await expect(limit).toHaveText('')
    for (let count = 1; count < most; count += 1) await more.click()
    await expect(limit).toHaveText(words)
    await page.getByRole('button', { name: 'Remove one Entry' }).click()
    await expect(limit).toHaveText('')
  }
})

test('sold-out tickets may return only while some are in carts @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Last Seat', { capacity: 1 })
  const gone = await putOn(foyer, 'No Seat', { capacity: 0 })
  const taken = await page.request.put(foyer.url('', `/api/public/carts/${crypto.randomUUID()}`), {
    data: { items: [{ ticketTypeId: show.ticketTypeId, quantity: 1 }] },
  })
  expect(taken.ok()).toBe(true)
  await expect(async () => {
    await page.goto(foyer.url('aurora', show.path))
    await expect(page.getByText('The last tickets are in other buyers’ carts')).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.goto(foyer.url('aurora', gone.path))
  await expect(page.getByText('All tickets have been sold.')).toBeVisible()
  await expect(page.getByText('other buyers’ carts')).toHaveCount(0)
})

test('an order’s printed tickets contain what the holder needs, show free ones as free, and end with the event', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Free Evening', { priceCents: 0 })
  const slug = show.path.split('/').at(-1)
  await sql`update events set doors_at = starts_at - interval '1 hour', street = 'Am Wriezener Bahnhof' where slug = ${slug}`.execute(
    foyer.db,
  )
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  await fillContact(page, 'paper@example.com')
  await acceptTerms(page)
  await page.getByRole('button', { name: 'Reserve 1 ticket' }).click()
  await expect(orderHeading(page)).toBeVisible()
  await expect(page.locator('.order-receipt')).not.toContainText('€0.00')
  await expect(page.locator('.order-receipt .price-total')).toContainText('Free')
  const html = await page.evaluate(async () => (await fetch(window.location.href)).text())
  expect(html.trimEnd().slice(-7), 'nothing stands behind the document').toBe('</html>')
  await page.emulateMedia({ media: 'print' })
  const ticket = page.locator('.order-ticket')
  for (const words of ['Free Evening', 'Am Wriezener Bahnhof', 'Aurora', /doors \d\d:\d\d, start \d\d:\d\d/])
    await expect(ticket.getByText(words).first()).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  const addToCalendar = page.getByRole('link', { name: 'Add to calendar' })
  await expect(addToCalendar).toBeVisible()
  await sql`
    update events set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day', doors_at = null
    where slug = ${slug}`.execute(foyer.db)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This event is over')
  await expect(addToCalendar).toHaveCount(0)
  await expect(orderHeading(page)).toHaveCount(0)
})

test('a toast covers no title and no button @full', async ({ page, foyer }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const show = await putOn(foyer, 'Toasted')
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await openCart(page)
  await page.evaluate(() => {
    const detail = {
      type: 'warning',
      title: 'Your cart has changed',
      message: 'Only one could be held.',
      duration: 60_000,
    }
    window.dispatchEvent(new CustomEvent('app:toast', { detail }))
  })
  const toast = page.locator('.toast')
  const isClear = async (name: string): Promise<void> => {
    const [one, other] = await Promise.all([
      toast.boundingBox(),
      drawer(page)
        .getByRole(name === 'Checkout' ? 'link' : 'heading', { name })
        .boundingBox(),
    ])
    if (!one || !other) throw new Error(`${name} is not shown.`)
    expect(one.y >= other.y + other.height || other.y >= one.y + one.height, name).toBe(true)
  }
  await expect(toast).toBeVisible()
  // The drawer slides in.
  for (const name of ['Your cart', 'Toasted', 'Checkout']) await expect(() => isClear(name)).toPass()
  await goToCheckout(page)
  await page.evaluate(() => {
    const detail = { type: 'warning', title: 'Once more', message: '', duration: 60_000 }
    window.dispatchEvent(new CustomEvent('app:toast', { detail }))
  })
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  await expect(toast).toBeVisible()
  const box = await toast.boundingBox()
  expect((box?.y ?? 0) > (heading?.y ?? Infinity) + (heading?.height ?? 0)).toBe(true)
})

test('a question is asked only of buyers of its ticket types @full', async ({ page, browser, foyer }) => {
  const show = await putOn(foyer, 'Questions', { priceCents: 0 })
  const { rows } = await sql<{ id: string; promoterId: string }>`
    select id, promoter_id as "promoterId" from events where title = 'Questions'`.execute(foyer.db)
  const [{ id, promoterId } = { id: '', promoterId: '' }] = rows
  await insertTicketType(foyer.db, { promoterId, eventId: id, name: 'Seated', priceCents: 0 })
  await openAsOwner(page, foyer, `/promoter/events/${id}`)
  await page.getByRole('button', { name: 'Add a question' }).click()
  const card = page.getByRole('group', { name: 'Question 1' })
  await expect(card.getByLabel('Question', { exact: true })).toBeFocused()
  await card.getByLabel('Question', { exact: true }).fill('Which row?')
  await card.getByLabel('Asked', { exact: true }).selectOption('Once per ticket')
  await expect(card.getByRole('group', { name: 'This question applies to all ticket types' })).toBeVisible()
  await card.getByLabel('Seated').check()
  await expect(
    card.getByRole('group', { name: 'This question applies to these ticket types only' }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect
    .poll(async () => {
      const saved = await sql<{ questions: unknown }>`select questions from events where id = ${id}`.execute(
        foyer.db,
      )
      return JSON.stringify(saved.rows)
    })
    .toContain('ticketTypeIds')
  const visitor = await browser.newPage()
  await visitor.goto(foyer.url('aurora', show.path))
  await chooseTickets(visitor, { Entry: 1 })
  await goToCheckout(visitor)
  await expect(visitor.getByRole('button', { name: 'Reserve 1 ticket' })).toBeVisible()
  await expect(visitor.getByText('Which row?')).toHaveCount(0)
  await visitor.goto(foyer.url('aurora', show.path))
  await chooseTickets(visitor, { Seated: 1 })
  await goToCheckout(visitor)
  await expect(visitor.getByText('Which row?')).toHaveCount(1)
  await visitor.close()
})
