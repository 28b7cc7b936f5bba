import { expect, expectAccessible, expectFits } from './support/test.ts'
import { test } from './support/members.ts'
import { OWNER } from './support/console.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'

test('messages are stopped, resumed and reported by the footer link and by a mail program', async ({
  page,
  foyer,
  post,
  request,
}) => {
  // The promoter sends a message to one buyer.
  const call = async (path: string, body: unknown, token = '') => {
    const headers = {
      host: new URL(foyer.url('aurora')).host,
      ...(token && { authorization: `Bearer ${token}` }),
      'idempotency-key': crypto.randomUUID(),
    }
    const answer = await request.post(foyer.url('', path), { data: body, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()).data
  }
  const { accessToken } = await call('/api/auth/customer/login', { email: OWNER, password: DEMO_PASSWORD })
  const order = await foyer.db
    .selectFrom('orders')
    .innerJoin('promoters', 'promoters.id', 'orders.promoter_id')
    .select(['orders.number', 'orders.email'])
    .where('promoters.slug', '=', 'aurora')
    .where('orders.status', '=', 'paid')
    .where('orders.email', '!=', '')
    .orderBy('orders.number')
    .executeTakeFirstOrThrow()
  const message = {
    subject: 'Doors at eight',
    body: 'See you there.',
    audience: { to: 'buyers', filter: { q: order.number } },
  }
  const { recipients } = await call('/api/promoter/messages/preview', message, accessToken)
  expect(recipients).toBe(1)
  await call('/api/promoter/messages', { ...message, recipients }, accessToken)
  const links = (): (string | undefined)[] =>
    post.arrived.flatMap(({ mail }) =>
      mail.subject === 'Doors at eight' ? [/http:\S+\/unwanted-mail\/\S+/.exec(mail.text ?? '')?.[0]] : [],
    )
  await expect.poll(links, { timeout: 15_000 }).toHaveLength(1)
  const link = links()[0] ?? ''

  // Node can't resolve names below localhost.
  const { host, pathname } = new URL(link)
  const postForm = (form: object) => request.post(foyer.url('', pathname), { ...form, headers: { host } })

  // Opening the page changes nothing.
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Unwanted email', level: 1 })).toBeVisible()
  await expect(page.getByText('“Doors at eight”')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectFits(page, 320)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You’re unsubscribed')).toBeVisible()
  expect((await call('/api/promoter/messages/preview', message, accessToken)).unsubscribed).toBe(1)
  await page.getByRole('button', { name: 'Resubscribe' }).click()
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
  await page.getByRole('button', { name: 'Report this email' }).click()
  await expect(page.getByText('Reported. Thank you, we’ll look into it.')).toBeVisible()

  // The one-click request of a mail program.
  const oneClick = await postForm({ multipart: { 'List-Unsubscribe': 'One-Click' } })
  expect([oneClick.status(), await oneClick.text()]).toEqual([200, ''])
  await page.reload()
  await expect(page.getByText('You’re unsubscribed')).toBeVisible()

  // A forged link, and a form with other fields.
  expect((await page.goto(`${link.slice(0, -4)}AAAA`))?.status()).toBe(404)
  await expect(page.getByText('This link has expired')).toBeVisible()
  expect((await postForm({ form: { do: 'everything' } })).status()).toBe(422)
})
