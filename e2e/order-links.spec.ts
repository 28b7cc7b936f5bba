import { urls } from '#contracts/urls.ts'
import { linkInMail, newEmail, register, signIn, test } from './support/members.ts'
import { expect, expectAccessible, expectFits } from './support/test.ts'

test('the link of a past order asks its buyer to sign in, and opens the order then', async ({
  page,
  foyer,
  post,
}) => {
  const email = newEmail()
  await register(page, foyer, email)
  await page.goto(await linkInMail(post, email, '/verify-email'))
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByText('Your email is verified')).toBeVisible()
  const account = await foyer.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const order = await foyer.db
    .selectFrom('orders')
    .innerJoin('tickets', 'tickets.order_id', 'orders.id')
    .innerJoin('events', 'events.id', 'tickets.event_id')
    .innerJoin('promoters', 'promoters.id', 'orders.promoter_id')
    .select(['orders.id', 'orders.number', 'orders.promoter_id', 'events.id as eventId'])
    .where('promoters.slug', '=', 'aurora')
    .where('orders.status', '=', 'paid')
    .where('orders.total_cents', '>', 0)
    .executeTakeFirstOrThrow()
  await foyer.db.updateTable('orders').set({ account_id: account.id }).where('id', '=', order.id).execute()
  const lastYear = new Date(Date.now() - 365 * 86_400_000)
  const event = foyer.db.updateTable('events').where('id', '=', order.eventId)
  await event.set({ starts_at: lastYear, ends_at: new Date(lastYear.getTime() + 3_600_000) }).execute()
  const promoter = foyer.db.updateTable('promoters').where('id', '=', order.promoter_id)
  await promoter.set({ order_link_days: 30 }).execute()

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  const address = foyer.url('aurora', urls.order(order.id))
  expect((await page.goto(address))?.status()).toBe(403)
  await expect(page.getByRole('heading', { name: 'Sign in to see this order', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectFits(page, 320)
  const invoice = await page.goto(foyer.url('aurora', urls.orderInvoice(order.id)))
  expect([invoice?.status(), page.url()]).toEqual([403, address])
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, email)
  await expect(page).toHaveURL(address)
  await expect(page.getByText(`Order ${order.number}`)).toBeVisible()
  await promoter.set({ order_link_days: null }).execute()
})
