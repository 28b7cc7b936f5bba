import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWriteAccess } from '#server/platform/db/standby/write-access.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { updateMaintenance } from '#server/people/registration/maintenance-rows.ts'
import { readStatus } from '#server/reports/health/read-status.ts'
import { openDatabaseProxy } from '#tests/support/database-proxy.ts'
import { silentLog } from '#tests/support/log.ts'
import { openCustomer } from '#tests/support/people.ts'
import { setReadOnly } from '#tests/support/read-only.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const WORKING = { pages: 'working', sales: 'working', payments: 'working', emails: 'working' }

test('everything works; an email that waits for 15 minutes is shown as delayed', async () => {
  const { context, clock } = shop
  expect(await readStatus(context)).toEqual(WORKING)
  await openCustomer(shop)
  expect(await readStatus(context)).toEqual(WORKING)
  clock.advance(901_000)
  expect(await readStatus(context)).toEqual({ ...WORKING, emails: 'delayed' })
  await sql`update mails set done_at = now()`.execute(context.db)
  expect(await readStatus(context)).toEqual(WORKING)
})

test('a webhook of the payment provider that isn’t processed for two minutes is a delay of payments', async () => {
  const { context, clock } = shop
  await sql`
    insert into payment_events (provider, event_id, payload, received_at)
    values ('sandbox', 'evt_1', '{}', ${new Date(clock.now())})`.execute(context.db)
  expect(await readStatus(context)).toEqual(WORKING)
  clock.advance(121_000)
  expect(await readStatus(context)).toEqual({ ...WORKING, payments: 'delayed' })
  await sql`delete from payment_events`.execute(context.db)
})

test('sales are paused while the database is read-only, and down while it is gone or silent, which is known within two seconds', async () => {
  const { context, address } = shop
  const proxy = await openDatabaseProxy(address)
  const db = createDatabase(createPool(proxy.address, silentLog()))
  const writeAccess = createWriteAccess(db)
  const status = () => readStatus({ ...context, db, writeAccess })
  const PAUSED = { pages: 'working', sales: 'paused', payments: 'paused', emails: 'delayed' }
  const DOWN = { pages: 'delayed', sales: 'down', payments: 'down', emails: 'delayed' }
  expect(await status()).toEqual(WORKING)
  await setReadOnly(shop, true)
  await waitFor(async () => expect(await status()).toEqual(PAUSED))
  await setReadOnly(shop, false)
  await waitFor(async () => expect(await status()).toEqual(WORKING))
  proxy.hang()
  const startedAt = performance.now()
  expect(await status()).toEqual(DOWN)
  expect(performance.now() - startedAt).toBeLessThan(5000)
  await proxy.refuse()
  expect(await status()).toEqual(DOWN)
  await proxy.recover()
  await writeAccess.close()
  await db.destroy()
  await proxy.close()
})

test('maintenance is shown', async () => {
  const { context, clock } = shop
  await updateMaintenance(context.db, { since: clock.now(), until: null, message: '' })
  await context.sites.reload()
  expect(await readStatus(context)).toMatchObject({ pages: 'maintenance', sales: 'maintenance' })
  await updateMaintenance(context.db, undefined)
  await context.sites.reload()
  expect(await readStatus(context)).toEqual(WORKING)
})
