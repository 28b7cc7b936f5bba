import AxeBuilder from '@axe-core/playwright'
import { expect, test } from 'playwright/test'
import { readConfig } from '#server/platform/config.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { buy } from '#tests/support/buyer.ts'
import { insertEvent, insertFees, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { silentLog } from '#tests/support/log.ts'
import { promote, startPrimary, startStandby, type Cluster } from '#tests/support/replicas.ts'
import { startNode } from './support/nodes.ts'

test.setTimeout(120_000)

const PRICE = 25

async function putOnSale(primary: Cluster): Promise<string> {
  const config = readConfig({ DATABASE_URL: `postgres://foyer@${primary.host}/postgres` })
  const { db, maintenance, close } = await openDatabase(config, silentLog(), { exclusive: true })
  await migrateToLatest(maintenance)
  const promoterId = await insertPromoter(db, 'Aurora')
  const startsAt = new Date(Date.now() + 86_400_000)
  await insertFees(db, {})
  const ids: string[] = []
  for (const slug of ['seen', 'unseen']) {
    const eventId = await insertEvent(db, { promoterId, startsAt, slug, title: `An evening ${slug}` })
    ids.push(await insertTicketType(db, { promoterId, eventId, capacity: 100, priceCents: PRICE * 100 }))
  }
  await close()
  return ids[0] ?? ''
}

test('while the primary is away, visitors read events from the standby and are told that sales are paused @full', async ({
  page,
}) => {
  const primary = await startPrimary()
  const ticketTypeId = await putOnSale(primary)
  const standby = await startStandby(primary)
  const settings = {
    DATABASE_URL: `postgres://foyer@${primary.host},${standby.host}/postgres`,
    LOG_LEVEL: 'fatal',
  }
  const address = { host: '127.0.0.1', port: 0, user: 'foyer', database: 'postgres' }
  const node = await startNode(address, { settings })
  const order = () => buy(node.origin, { ticketTypeId, quantity: 1, priceOf: () => PRICE })
  const ready = async (): Promise<string> => (await fetch(`${node.origin}/readyz`)).text()
  const tickets = page.getByRole('complementary', { name: 'Tickets' })
  try {
    await expect.poll(ready, { timeout: 20_000 }).toBe('ready\n')
    await page.goto(`${node.origin}/events/seen`)
    await expect(tickets.getByRole('button', { name: 'Choose tickets' })).toBeVisible()
    expect(await order()).toMatchObject({ kind: 'bought' })

    await primary.kill()
    await page.goto(`${node.origin}/events/unseen`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('An evening unseen')
    await expect(tickets).toContainText('Ticket sales are paused')
    await expect(tickets.getByRole('button')).toHaveCount(0)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await expect
      .poll(async () => (await page.goto(`${node.origin}/events/seen`), tickets.textContent()))
      .toContain('Ticket sales are paused')
    expect(await ready()).toBe('read-only\n')
    expect(await order()).toEqual({ kind: 'error', code: 'READ_ONLY' })
    await page.goto(`${node.origin}/`)
    await expect(page.getByRole('link', { name: /An evening unseen/ })).toBeVisible()
    await page.goto(`${node.origin}/status`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ticket sales are paused')

    await promote(standby)
    await expect.poll(ready, { timeout: 20_000 }).toBe('ready\n')
    expect(await order()).toMatchObject({ kind: 'bought' })
    // The page is cached for a second.
    await expect(async () => {
      await page.goto(`${node.origin}/events/unseen`)
      await expect(tickets.getByRole('button', { name: 'Choose tickets' })).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 20_000 })
  } finally {
    await node.stop()
    await Promise.all([primary.stop(), standby.stop()])
  }
})
