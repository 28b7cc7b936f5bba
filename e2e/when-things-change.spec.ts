import { sql } from 'kysely'
import { findContradictions } from '#tests/support/invariants.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { putOn } from './support/stage.ts'
import {
  acceptTerms,
  chooseTickets,
  drawer,
  openCart,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payArea,
  payButton,
  tickets,
  panel,
} from './support/visitor.ts'

const MINUTE = 60_000

test.afterEach(async ({ foyer }) => {
  expect(await findContradictions(foyer.db)).toEqual([])
})

test('a cart that expires says so, keeps what was in it, and gets it back with one tap @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Ten Minutes')
  await page.clock.install()
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 2 })
  await openCart(page)
  await expect(drawer(page).getByRole('timer')).toBeVisible()
  await foyer.advance(10 * MINUTE)
  await page.clock.fastForward(11 * MINUTE)
  await expect(drawer(page).getByText('Your tickets are no longer held')).toBeVisible()
  await expect(drawer(page).getByText('2 × Entry')).toBeVisible()
  await expectAccessible(page)
  await drawer(page).getByRole('button', { name: 'Hold tickets again' }).click()
  await expect(drawer(page).getByRole('link', { name: 'Checkout' })).toBeVisible()
  const held = () =>
    sql<{
      held: number
    }>`select held from inventory where ticket_type_id = ${show.ticketTypeId}`.execute(foyer.db)
  // The cart shows the requested quantity while the request is in progress.
  await expect.poll(async () => (await held()).rows).toEqual([{ held: 2 }])
})

test('tickets that sell out in an expired cart are reported, and nothing is charged @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Gone Meanwhile', { capacity: 2 })
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 2 })
  await goToCheckout(page)
  await fillContact(page, 'slow@example.com')
  await fillCard(page)
  await acceptTerms(page)
  await foyer.advance(10 * MINUTE)
  const cartId = crypto.randomUUID()
  const taken = await page.request.put(foyer.url('', `/api/public/carts/${cartId}`), {
    data: { items: [{ ticketTypeId: show.ticketTypeId, quantity: 2 }] },
  })
  expect((await taken.json()).data.items[0].held).toBe(2)
  await payButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: /no longer held|expired/i })).toBeVisible()
  await page.getByRole('button', { name: 'Hold tickets again' }).click()
  await expect(page.getByText(/sold out/i).first()).toBeVisible()
  const { rows } = await sql`select from orders where email = 'slow@example.com'`.execute(foyer.db)
  expect(rows).toHaveLength(0)
})

test('a hold that expires during card entry is announced at the button and renewed with one tap', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Slow Typist')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.clock.install()
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 2 })
  await goToCheckout(page)
  await fillContact(page, 'typist@example.com')
  await acceptTerms(page)
  await expect(payArea(page).getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/)
  const card = page.getByLabel('Card number')
  await card.pressSequentially('42424242')
  await foyer.advance(10 * MINUTE)
  await page.clock.fastForward(11 * MINUTE)
  const ended = payArea(page).getByRole('alert')
  await expect(ended).toContainText('Your tickets are no longer held')
  await expect(ended).toContainText('2 × Entry')
  await expect(payArea(page).getByRole('timer')).toHaveCount(0)
  await expect(card).toBeFocused()
  await card.pressSequentially('42424242')
  await expect(card).toHaveValue('4242 4242 4242 4242')
  await expectAccessible(page)
  await ended.getByRole('button', { name: 'Hold tickets again' }).click()
  await expect(payButton(page)).toBeVisible()
  await expect(payArea(page)).toBeFocused()
  await expect(payArea(page).getByRole('status').first()).toContainText('2 tickets are held for you again')
  await expect(payArea(page).getByRole('timer')).toBeVisible()
  await expect(card).toHaveValue('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12/30')
  await page.getByLabel('CVC').fill('123')
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
})

test('unavailable tickets of an expired hold are named at the button, and the form is kept @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Partly Gone', { capacity: 3 })
  await page.clock.install()
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 3 })
  await goToCheckout(page)
  await fillContact(page, 'partly@example.com')
  await fillCard(page)
  await foyer.advance(10 * MINUTE)
  await page.clock.fastForward(11 * MINUTE)
  const others = foyer.url('', `/api/public/carts/${crypto.randomUUID()}`)
  const take = (quantity: number) =>
    page.request.put(others, { data: { items: [{ ticketTypeId: show.ticketTypeId, quantity }] } })
  expect((await take(3)).ok()).toBe(true)
  const holdAgain = payArea(page).getByRole('button', { name: 'Hold tickets again' })
  await holdAgain.click()
  await expect(payArea(page).getByRole('alert')).toContainText('Entry has just sold out')
  await expect(payArea(page).getByRole('alert')).toContainText('3 × Entry')
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  expect((await take(1)).ok()).toBe(true)
  await holdAgain.click()
  await expect(payArea(page).getByRole('status').first()).toContainText('Only 2 of Entry could be held')
  await expect(payButton(page)).toContainText('€40.00')
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
})

test('a hold renewed with fewer tickets is explained @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Three Left', { capacity: 4 })
  await page.goto(foyer.url('aurora', show.path))
  const taken = await page.request.put(foyer.url('', `/api/public/carts/${crypto.randomUUID()}`), {
    data: { items: [{ ticketTypeId: show.ticketTypeId, quantity: 1 }] },
  })
  expect(taken.ok()).toBe(true)
  await chooseTickets(page, { Entry: 4 })
  await expect(panel(page).getByRole('heading', { name: '3 of 4 tickets added' })).toBeVisible()
  await expect(panel(page)).toContainText('Only 3 of Entry could be held: the rest is sold out.')
  await expect(panel(page)).toContainText('Total for 3 tickets€60.00')
  await openCart(page)
  await expect(drawer(page).getByText('€60.00').first()).toBeVisible()
})

test('a changed price is shown beside the old one and charged only after acceptance', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Dearer Now')
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  await fillContact(page, 'price@example.com')
  await fillCard(page)
  await acceptTerms(page)
  await sql`update ticket_types set price_cents = 2300 where id = ${show.ticketTypeId}`.execute(foyer.db)
  await payButton(page).click()
  const notice = page.getByRole('alert').filter({ hasText: 'The price has changed' })
  await expect(notice).toContainText('€20.00')
  await expect(notice).toContainText('€23.00')
  await expectAccessible(page)
  await notice.getByRole('button', { name: /Accept and pay/ }).click()
  await expect(orderHeading(page)).toBeVisible()
  const { rows } =
    await sql`select total_cents from orders where email = 'price@example.com' and paid_at is not null`.execute(
      foyer.db,
    )
  expect(rows).toEqual([{ total_cents: 2300 }])
})

test('of two buyers of the last ticket, one gets it and the other is told @full', async ({
  browser,
  foyer,
}) => {
  const show = await putOn(foyer, 'Last One', { capacity: 1 })
  const pages = await Promise.all([1, 2].map(() => browser.newPage()))
  await Promise.all(pages.map((page) => page.goto(foyer.url('aurora', show.path))))
  await Promise.all(
    pages.map(async (page) => {
      await page.getByRole('button', { name: 'Add one Entry' }).click()
      await page.getByRole('button', { name: /^Add 1 ticket/ }).click()
    }),
  )
  const winners = []
  for (const page of pages) {
    const timer = page.getByRole('timer')
    await expect(timer.or(page.getByText('Entry has just sold out.')).first()).toBeVisible()
    if (await timer.isVisible()) winners.push(page)
  }
  expect(winners).toHaveLength(1)
  const [winner] = winners
  if (!winner) return
  await goToCheckout(winner)
  await fillContact(winner, 'first@example.com')
  await fillCard(winner)
  await acceptTerms(winner)
  await payButton(winner).click()
  await expect(orderHeading(winner)).toBeVisible()
  await Promise.all(pages.map((page) => page.close()))
})

test('two tabs of one browser share the cart @full', async ({ context, page, foyer }) => {
  const show = await putOn(foyer, 'Two Tabs')
  await page.goto(foyer.url('aurora', show.path))
  const other = await context.newPage()
  await other.goto(foyer.url('aurora', '/cart'))
  await chooseTickets(page, { Entry: 2 })
  await openCart(page)
  await expect(other.getByText('Entry', { exact: true })).toBeVisible()
  await other.getByRole('button', { name: 'Add one Entry' }).click()
  await expect(drawer(page).getByText('€60.00').first()).toBeVisible()
  await other.getByRole('button', { name: 'Remove all Entry' }).click()
  await expect(drawer(page).getByText('Your cart is empty.')).toBeVisible()
  const kept = await page.evaluate(() =>
    ['cart', 'cartExpirationTime'].map((key) => localStorage.getItem(key)),
  )
  expect(kept).toEqual([null, null])
})

test('a reload during checkout keeps everything but the card @full', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Reload')
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  await fillContact(page, 'reload@example.com')
  await fillCard(page)
  await page.reload()
  const contact = page.getByRole('group', { name: 'Contact', exact: true })
  await expect(contact.getByLabel('Email')).toHaveValue('reload@example.com')
  await expect(contact.getByLabel('Last name')).toHaveValue('Lovelace')
  await expect(page.getByLabel('Card number')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toMatch(/4242 ?4242/)
  await fillCard(page)
  await acceptTerms(page)
  await payButton(page).dblclick()
  await expect(orderHeading(page)).toBeVisible()
  await expect(tickets(page)).toHaveCount(1)
  const { rows } = await sql`select from orders where email = 'reload@example.com'`.execute(foyer.db)
  expect(rows).toHaveLength(1)
})
