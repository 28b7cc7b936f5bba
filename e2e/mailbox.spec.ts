import { sql } from 'kysely'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { insertAccount } from '#tests/support/post.ts'
import { openDemo } from './support/foyer.ts'
import { startNode } from './support/nodes.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('an unsent email is read in the local mailbox only, and its link works @full', async ({
  page,
  request,
}) => {
  const { address, db, drop } = await openDemo()
  const node = await startNode(address, { settings: { MAILBOX: 'on', MAIN_HOSTS: 'localhost,127.0.0.1' } })
  const origin = `http://localhost:${node.port}`
  try {
    await page.goto(`${origin}/dev/mailbox`)
    await expect(page.getByText('No emails yet.')).toBeVisible()
    await expectAccessible(page)

    const accountId = await insertAccount(db, { email: 'ada@example.com', firstName: 'Ada <b>Bold</b>' })
    await writeMails(
      db,
      [{ kind: 'verify_email', fact: 'one', payload: { accountId }, origin, promoterId: null }],
      new Date(),
    )
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('link', { name: 'Verify your email address' })).toBeVisible({
        timeout: 200,
      })
    }).toPass()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Verify your email address' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your email address')
    const mail = page.frameLocator('iframe')
    await expect(mail.getByRole('heading')).toHaveText('Hello')
    const button = mail.getByRole('link', { name: 'Verify email address' })
    // The mail's inline styles are allowed in its frame only.
    expect(await button.evaluate((link) => getComputedStyle(link).borderRadius)).toBe('12px')
    await expect(page.locator('pre')).toContainText(`${origin}/verify-email#`)
    const { pathname } = new URL(page.url())
    for (const path of ['/dev/mailbox', pathname, `${pathname}/html`]) {
      const read = (host: string, headers: Record<string, string> = {}) =>
        request.get(`http://127.0.0.1:${node.port}${path}`, { headers: { host, ...headers } })
      const own = await read(`localhost:${node.port}`)
      expect(own.status()).toBe(200)
      expect(own.headers()['cache-control']).toBe('no-store')
      // Hosts of a storefront and of no site, and a request through a proxy.
      expect((await read(`aurora.localhost:${node.port}`)).status()).toBe(404)
      expect((await read('tickets.example')).status()).toBe(404)
      expect((await read('localhost', { 'x-forwarded-for': '203.0.113.7' })).status()).toBe(404)
    }

    await button.click()
    // The page removes the token from the URL; showing the account proves that it was read.
    await expect(page.getByText('Verify ada@example.com for this account?')).toBeVisible()

    await page.goBack()
    // Scripts are blocked in the frame, including axe.
    await page.locator('iframe').evaluate((frame) => frame.remove())
    for (const [width, colorScheme] of [
      [360, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  } finally {
    await node.stop()
    await drop()
  }
})

test('without a mail server and with an external database, emails wait and there is no mailbox @full', async ({
  request,
}) => {
  const { address, db, drop } = await openDemo()
  const node = await startNode(address)
  try {
    expect((await request.get(`http://localhost:${node.port}/dev/mailbox`)).status()).toBe(404)
    await writeMails(
      db,
      [
        {
          kind: 'reset_password',
          fact: 'one',
          payload: { email: 'a@b.example' },
          origin: null,
          promoterId: null,
        },
      ],
      new Date(),
    )
  } finally {
    // A clean stop completes all pending work.
    await node.stop()
  }
  const { rows } = await sql`select from mails where queued_at is null`.execute(db)
  expect(rows).toHaveLength(1)
  await drop()
})
