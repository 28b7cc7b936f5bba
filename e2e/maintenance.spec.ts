import { sql } from 'kysely'
import { expect, test } from 'playwright/test'
import { updateMaintenance } from '#server/people/registration/maintenance-rows.ts'
import { openDatabaseProxy } from '#tests/support/database-proxy.ts'
import { openDemo } from './support/foyer.ts'
import { startNode } from './support/nodes.ts'
import { expectEveryScreen, LIGHT_DESKTOP, LIGHT_PHONE } from './support/screens.ts'

test('during maintenance, a storefront shows a notice in its branding; legal pages and status stay open @full', async ({
  page,
}) => {
  const { address, db, drop } = await openDemo()
  const node = await startNode(address)
  const storefront = `http://aurora.localhost:${node.port}`
  await updateMaintenance(db, {
    since: Date.now(),
    until: Date.now() + 20 * 60_000,
    message: 'We’re moving to faster servers. Your tickets stay valid.',
  })
  await expect
    .poll(async () => (await page.goto(`${storefront}/events/halbmond-album-release`))?.status())
    .toBe(503)
  await expect(page.getByRole('heading', { name: 'Aurora is being updated' })).toBeVisible()
  await expect(page.getByText('We’re moving to faster servers.')).toBeVisible()
  await expect(page.getByText(/We expect to be back in about (19|20) minutes\./)).toBeVisible()
  await expectEveryScreen(page, LIGHT_PHONE, LIGHT_DESKTOP)

  await expect(page.getByRole('link', { name: /Cart/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Imprint' }).click()
  await expect(page.getByRole('heading', { name: 'Imprint' })).toBeVisible()
  await page.goBack()

  await page.getByRole('link', { name: 'System status' }).click()
  await expect(page.getByRole('heading', { name: 'We’re updating our system' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ticket sales' })).toContainText('Maintenance')

  await updateMaintenance(db, undefined)
  await expect
    .poll(async () => (await page.goto(`${storefront}/events/halbmond-album-release`))?.status())
    .toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Halbmond')
  await node.stop()
  await drop()
})

test('the status page tells what works, also while the database is down @full', async ({ page }) => {
  const { address, db, drop } = await openDemo()
  const proxy = await openDatabaseProxy(address)
  const node = await startNode(proxy.address, { settings: { LOG_LEVEL: 'fatal' } })
  const open = () => page.goto(`http://aurora.localhost:${node.port}/status`)
  const part = (name: string) => page.getByRole('listitem').filter({ hasText: name })

  expect((await open())?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Everything is working' })).toBeVisible()
  await expect(part('Payments')).toContainText('Working')
  await expectEveryScreen(page, LIGHT_PHONE, LIGHT_DESKTOP)

  await sql`
    insert into payment_events (provider, event_id, payload, received_at, processed_at)
    values ('another', 'evt_old', '{}', now() - interval '1 hour', null)`.execute(db)
  await expect
    .poll(async () => {
      await open()
      return part('Payments').textContent()
    })
    .toContain('Delayed')
  await expectEveryScreen(page, LIGHT_PHONE, LIGHT_DESKTOP)

  await proxy.refuse()
  await expect
    .poll(async () => {
      await open()
      return page.getByRole('heading', { level: 1 }).textContent()
    })
    .toBe('Tickets can’t be bought right now')
  await expect(part('Ticket sales')).toContainText('Not available')
  await expectEveryScreen(page, LIGHT_PHONE, LIGHT_DESKTOP)
  await proxy.recover()
  await node.stop()
  await proxy.close()
  await drop()
})
