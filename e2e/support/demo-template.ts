import { expect } from 'playwright/test'
import { seedDemo } from '#server/commands/seed.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { silentLog } from '#tests/support/log.ts'
import { cloneTemplate, type ServerAddress } from '#tests/support/postgres.ts'
import { DEMO_TEMPLATE, launch, onServer, stopChild } from './foyer.ts'

/** Creates the database that `openDemo` clones: the demo, after the jobs have filled search and reports. */
export async function createDemoTemplate(server: ServerAddress): Promise<void> {
  await onServer(server, cloneTemplate(DEMO_TEMPLATE))
  const address = { ...server, database: DEMO_TEMPLATE }
  const db = createDatabase(createPool(address, silentLog()))
  await seedDemo(db, Date.now())
  const { child } = await launch(address, 0)
  const findDue = async (): Promise<object[]> => [
    ...(await db.selectFrom('order_search_due').selectAll().limit(1).execute()),
    ...(await db.selectFrom('report_news').selectAll().limit(1).execute()),
  ]
  await expect.poll(findDue).toEqual([])
  await stopChild(child)
  await db.destroy()
}
