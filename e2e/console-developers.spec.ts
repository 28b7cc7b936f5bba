import type { Page } from 'playwright'
import { sql } from 'kysely'
import { isSigned, startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { buy } from '#tests/support/buyer.ts'
import { openAsOwner } from './support/console.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { eachScreen } from './support/screens.ts'
import { putOn } from './support/stage.ts'
import { expect, test } from './support/test.ts'

const CONSOLE = '/promoter/developers'
const WHEN_IT_ARRIVES = { timeout: 15_000 }

test('an API key is created, works within its scopes, and is revoked @full', async ({
  page,
  foyer,
  request,
}) => {
  await openAsOwner(page, foyer, CONSOLE)
  await page.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Bookkeeping')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose what the key may do.')
  await dialog.getByRole('group', { name: 'Domains' }).getByLabel('View').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = (await dialog.locator('.secret-once code').textContent()) ?? ''
  expect(key).toMatch(/^foyer_sk_/)
  // In Chromium a page can block one Escape; the next one closes the dialog.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape')
  await expect(dialog.getByText(key)).toBeVisible()
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()

  const status = async (): Promise<number> => {
    const headers = { host: `aurora.localhost:${foyer.port}`, authorization: `Bearer ${key}` }
    return (await request.get(`http://127.0.0.1:${foyer.port}/api/domains`, { headers })).status()
  }
  expect(await status()).toBe(200)
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Bookkeeping' })
  await expect(row).toContainText('Domains: view')
  await expect(row, 'it was used').not.toContainText('NeverNever')
  await expect(page.getByText(key)).toBeHidden()
  await row.getByRole('button', { name: 'Revoke Bookkeeping' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(row.getByText('Revoked', { exact: true })).toBeVisible()
  expect(await status()).toBe(401)
})

/** Status of the sale's delivery, once all received attempts are stored. */
async function findNoted({ db }: RunningFoyer, { url, received }: WebhookReceiver) {
  const { rows } = await sql<{ status: string }>`
    select d.status from webhook_deliveries d
      join webhook_events v on v.id = d.event_id join webhook_endpoints e on e.id = d.endpoint_id
    where e.url = ${url} and v.type = 'order.paid' and d.attempts = ${received.length}`.execute(db)
  return rows[0]?.status
}

test('a webhook receives a signed sale; failed deliveries are retried automatically and manually', async ({
  page,
  foyer,
}) => {
  const receiver = await startWebhookReceiver()
  const { ticketTypeId } = await putOn(foyer, 'Webhook night')
  await openAsOwner(page, foyer, CONSOLE)
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill('ftp://example.com')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByRole('alert')).toContainText('must begin with https://')
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const secret = (await dialog.locator('.secret-once code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()

  await page.getByRole('button', { name: `Send a test to ${receiver.url}` }).click()
  await expect(page.getByText(/The test arrived: it answered 200/)).toBeVisible()
  expect(receiver.received.splice(0).map(({ body }) => body.type)).toEqual(['webhook.test'])

  receiver.answerWith(503, { body: 'We are closed.' })
  const sale = { ticketTypeId, quantity: 1, priceOf: () => 20 }
  expect((await buy(`http://127.0.0.1:${foyer.port}`, sale)).kind).toBe('bought')
  await expect.poll(() => receiver.received.length, WHEN_IT_ARRIVES).toBeGreaterThan(0)
  await expect.poll(() => findNoted(foyer, receiver), WHEN_IT_ARRIVES).toBe('waiting')
  const [failed] = receiver.received
  expect(failed?.body).toMatchObject({ type: 'order.paid', data: { total: 20, status: 'paid' } })
  expect(failed && isSigned(failed, secret)).toBe(true)

  await page.getByRole('button', { name: 'Refresh' }).click()
  const row = page.getByRole('row').filter({ hasText: 'order.paid' })
  await expect(row).toContainText('On its way')
  await row.getByRole('button', { name: /^Details of order.paid/ }).click()
  await expect(dialog).toContainText('We are closed.')
  await expect(dialog).toContainText('"total": 20')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Failing', { exact: true })).toBeVisible()

  receiver.answerWith(200)
  await expect.poll(() => findNoted(foyer, receiver), WHEN_IT_ARRIVES).toBeDefined()
  // Exceeds the second delay, too: on a slow machine the first has passed already.
  await foyer.advance(70_000)
  await expect.poll(() => findNoted(foyer, receiver), WHEN_IT_ARRIVES).toBe('delivered')
  const arrived = receiver.received.length
  expect(arrived).toBeGreaterThan(1)
  expect(new Set(receiver.received.map(({ text }) => text)).size, 'the same each time').toBe(1)
  await page.getByLabel('Status').selectOption('Delivered')
  await expect(page).toHaveURL(/status=delivered/)
  await row.getByRole('button', { name: /^Details of order.paid/ }).click()
  await dialog.getByRole('button', { name: 'Send it again' }).click()
  await expect(dialog).toContainText('It will be sent again now.')
  await expect.poll(() => receiver.received.length, WHEN_IT_ARRIVES).toBe(arrived + 1)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.goBack()
  await expect(page.getByLabel('Status')).toHaveValue('')
  await receiver.close()
})

test('developer screens and the API reference pass axe and fit the screen @full', async ({ page, foyer }) => {
  test.setTimeout(120_000)
  await openAsOwner(page, foyer, CONSOLE)
  const open = async (each: Page): Promise<void> => {
    await each.goto(foyer.url('aurora', CONSOLE))
    await expect(each.getByRole('heading', { name: 'Messages' })).toBeVisible()
  }
  await eachScreen(page, open)
  for (const opener of ['Create a key', 'Add a webhook'])
    await eachScreen(page, async (each) => {
      await open(each)
      await each.getByRole('button', { name: opener }).click()
      await expect(each.getByRole('dialog')).toBeVisible()
    })
  await eachScreen(page, async (each) => {
    await each.goto(foyer.url('aurora', '/developers/api#refundOrder'))
    await expect(each.getByRole('heading', { name: 'API reference' })).toBeVisible()
    await expect(each.locator('#refundOrder')).toHaveAttribute('open')
  })
})

test('the API reference is searchable by keyboard and readable without JavaScript @full', async ({
  page,
  browser,
  foyer,
}) => {
  await page.goto(foyer.url('', '/developers/api'))
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).not.toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(skip).toBeInViewport()
  await page.keyboard.press('/')
  await page.keyboard.type('refundOrder')
  await expect(page.getByText('1 found')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('#refundOrder')).toContainText('REFUND_TOO_MUCH')
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const read = await plain.newPage()
  await read.goto(foyer.url('', '/developers/api'))
  await read.locator('#checkout > summary').click()
  await expect(read.locator('#checkout')).toContainText('Idempotency-Key')
  await expect(read.locator('#checkout pre')).toContainText('curl -X POST')
  await plain.close()
})
