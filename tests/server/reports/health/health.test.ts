import { deleteBackupState, writeBackupState } from '#server/platform/backups/backup-rows.ts'
import { healthProblems } from '#islands/operator/health/health-problems.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeadMail, HealthView } from '#contracts/operator/health.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { writeHeartbeat } from '#server/platform/health/write-heartbeat.ts'
import { openOperatorFixture, openSecondNode, type OperatorFixture } from '#tests/support/account-care.ts'
import { openCustomer } from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let operator: OperatorFixture
beforeAll(async () => {
  shop = await openShop()
  operator = await openOperatorFixture(shop)
})
afterAll(() => shop.close())

const health = async (): Promise<HealthView> =>
  (await operator.ask<HealthView>('GET', '/api/operator/health')).data

test('both nodes are listed with their jobs; one that stops silently is seen as stopped, one that stops is gone', async () => {
  const node = await openSecondNode(shop)
  const config = { ...shop.context.config, SWEEP_INTERVAL_MS: 100 }
  const jobs = startJobs({ ...shop.context, config }, undefined)
  await writeHeartbeat(node.context)
  await expect.poll(async () => (await health()).nodes.filter(({ isAlive }) => isAlive)).toHaveLength(2)
  await expect
    .poll(async () => {
      shop.clock.advance(11_000)
      return (await health()).jobs.map(({ name, error }) => [name, error])
    })
    .toContainEqual(['sweep holds', ''])
  shop.clock.advance(61_000)
  await writeHeartbeat(shop.context)
  const silent = (await health()).nodes.find(({ id }) => id === node.context.health.node.id)
  expect(silent?.isAlive).toBe(false)
  await jobs.stop()
  expect((await health()).nodes.map(({ id }) => id)).toEqual([node.context.health.node.id])
  await node.close()
})

test('a job that fails is first, with its error without addresses, until it succeeds', async () => {
  const { clock } = shop
  const { health: log } = shop.context
  log.jobStarted('test job', clock.now())
  log.jobEnded('test job', clock.now() + 5, 'no luck')
  await writeHeartbeat(shop.context)
  expect((await health()).jobs[0]).toMatchObject({ name: 'test job', error: 'no luck', durationMs: 5 })
  clock.advance(1000)
  log.jobStarted('test job', clock.now())
  log.jobEnded('test job', clock.now())
  await writeHeartbeat(shop.context)
  expect((await health()).jobs.find(({ name }) => name === 'test job')).toMatchObject({ error: '' })
})

test('figures of email, payments, storage and the database are there', async () => {
  const view = await health()
  expect(view).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    payments: { inTrouble: 0 },
    storage: { kind: 'folder' },
    database: { version: expect.stringMatching(/^18/), pendingMigrations: [] },
    webhooks: [],
    domains: [],
  })
  expect(view.database.migrations).toBeGreaterThan(40)
})

test('backups of the embedded database are there, also as metrics', async () => {
  const { db } = shop.context
  expect((await health()).backups).toBeNull()
  const [baseAt, walAt] = [new Date('2026-11-27T03:00:00Z'), new Date('2026-11-27T18:00:00Z')]
  await writeBackupState(db, { place: '/mnt/backups', isElsewhere: true, baseAt, walAt, error: 'full' })
  const view = await health()
  expect(view.backups).toEqual({
    place: '/mnt/backups',
    isElsewhere: true,
    baseAt: baseAt.toISOString(),
    walAt: walAt.toISOString(),
    error: 'full',
  })
  expect(healthProblems(view)).toContain('The last backup failed: full')
  await deleteBackupState(db)
})

test('dead emails are listed without addresses and sent again, once or all, with an entry in the log', async () => {
  const { db } = shop.context
  await openCustomer(shop)
  const { rows } = await sql<{ id: string }>`
    update mails set dead_at = now(), queued_at = now(), last_error = '550 <ada@example.com> unknown' returning id`.execute(
    db,
  )
  const list = async () =>
    (await operator.ask<{ mails: DeadMail[] }>('GET', '/api/operator/dead-mails')).data.mails
  expect(await list()).toHaveLength(rows.length)
  expect(JSON.stringify(await list())).not.toContain('ada@example.com')
  const replay = (body: object) =>
    operator.ask<{ count: number }>('POST', '/api/operator/dead-mails/replay', body)
  const [first] = rows
  expect((await replay({ id: first?.id })).data).toEqual({ count: 1 })
  expect((await replay({ id: first?.id })).error.code).toBe('NOT_FOUND')
  expect((await replay({ id: 'no id' })).error.code).toBe('NOT_FOUND')
  expect((await replay({})).data).toEqual({ count: rows.length - 1 })
  expect((await replay({})).data).toEqual({ count: 0 })
  const logged = await sql`select from operator_log where action = 'mail.replayed'`.execute(db)
  expect(logged.rows).toHaveLength(rows.length > 1 ? 2 : 1)
})
