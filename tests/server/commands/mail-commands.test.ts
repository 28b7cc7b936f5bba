import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertMailReport } from '#server/messages/delivery/unsubscription-rows.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { runFoyer } from '#tests/support/owners.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let promoterId: string

beforeEach(async () => {
  database = await createTestDatabase()
  promoterId = await insertPromoter(database.db, 'Mine')
})
afterEach(() => database.drop())

const run = (...args: string[]) => {
  const { host, port, user, database: name } = database.address
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  return runFoyer(['mail', ...args], { DATABASE_URL })
}
const trustedAt = async (): Promise<Date | null> =>
  (await database.db.selectFrom('promoters').select('trusted_at').executeTakeFirstOrThrow()).trusted_at

test('trust and distrust change one promoter, by its site name', async () => {
  expect(await run('trust', 'mine')).toEqual({ code: 0, out: 'mine is trusted.\n', err: '' })
  expect(await trustedAt()).toBeInstanceOf(Date)
  expect(await run('distrust', 'mine')).toEqual({ code: 0, out: 'mine is not trusted any more.\n', err: '' })
  expect(await trustedAt()).toBeNull()
  const err = 'There is no promoter with the site name “yours”.\n'
  expect(await run('trust', 'yours')).toEqual({ code: 1, out: '', err })
})

test('reports lists promoters with reported emails, or none', async () => {
  expect(await run('reports')).toEqual({
    code: 0,
    out: 'No emails were reported in the last 90 days.\n',
    err: '',
  })
  const reportedAt = new Date()
  const mail = { promoterId, kind: 'order_confirmed', siteName: 'Mine', to: 'ada@example.com', subject: '' }
  for (let count = 0; count < 2; count += 1)
    await insertMailReport(
      database.db,
      { id: randomUUID(), ...mail, isStopped: false, isReported: false },
      reportedAt,
    )
  expect(await run('reports')).toEqual({
    code: 0,
    out: `mine  2 of 0 emails reported, last ${reportedAt.toISOString()}\n`,
    err: '',
  })
})

test('replay of an email that hasn’t failed is refused', async () => {
  const err = 'No email f00 has failed. `foyer mail dead` lists those that have.\n'
  expect(await run('replay', 'f00')).toEqual({ code: 1, out: '', err })
  expect(await run('replay')).toEqual({ code: 0, out: '0 emails will be sent again.\n', err: '' })
})

test('an unknown command prints the usage', async () => {
  const err = 'Use one of: dead, replay, replay <id>, reports, trust <site name>, distrust <site name>.\n'
  expect(await run('sell')).toEqual({ code: 1, out: '', err })
})
