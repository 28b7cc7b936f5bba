import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import { openSharedConnection } from '#server/platform/db/shared-connection.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { silentLog } from '#tests/support/log.ts'
import type { ServerAddress } from '#tests/support/postgres.ts'
import { translateServer } from '#tests/support/translated-server.ts'

let db: Kysely<Database>
let line: Kysely<Database>
let address: ServerAddress
let drop: () => Promise<void>

beforeEach(async () => {
  const made = await createTestDatabase()
  ;({ db, address } = made)
  line = openSharedConnection(address, silentLog())
  drop = async () => {
    await line.destroy()
    await made.drop()
  }
})
afterEach(() => drop())

const ask = async (number: number, on = line) => {
  const { rows } = await sql<{ pid: number; answer: number }>`
    select pg_backend_pid() as pid, 6 / ${number}::integer as answer`.execute(on)
  return rows[0]
}

test('many reads are answered by one backend, each correctly', async () => {
  const answers = await Promise.all([1, 2, 3, 6].map((number) => ask(number)))
  expect(answers.map((each) => each?.answer)).toEqual([6, 3, 2, 1])
  expect(new Set(answers.map((each) => each?.pid)).size).toBe(1)
})

test('a failed statement fails alone', async () => {
  const [one, none, other] = await Promise.allSettled([ask(1), ask(0), ask(2)])
  expect([one?.status, none?.status, other?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a broken connection fails pending statements as an outage, and the next read reconnects', async () => {
  const before = await ask(1)
  // The server sends the error before it closes the connection: a retry in between must get another one.
  const broken = sql`select pg_sleep(60) where ${true}`.execute(line).then(
    () => undefined,
    async (error: unknown) => ({ error, next: await ask(1) }),
  )
  await expect
    .poll(async () => {
      const { rows } = await sql<{ state: string }>`
        select state from pg_stat_activity where pid = ${before?.pid}`.execute(db)
      return rows[0]?.state
    })
    .toBe('active')
  await sql`select pg_terminate_backend(${before?.pid}, 5000)`.execute(db)
  const told = await broken
  expect(isDatabaseDown(told?.error)).toBe(true)
  expect(told?.next?.answer).toBe(6)
  const after = await ask(1)
  expect(after?.pid).not.toBe(before?.pid)
  expect(after?.pid).toBe(told?.next?.pid)
})

test('failed statements leave no connection behind, in any server language', async () => {
  const translated = await translateServer(address)
  const foreign = openSharedConnection(translated.address, silentLog())
  const before = await ask(1, foreign)
  for (let times = 0; times < 3; times += 1)
    await expect(ask(0, foreign)).rejects.toMatchObject({ severity: 'FEHLR', code: '22012' })
  expect((await ask(1, foreign))?.pid).toBe(before?.pid)
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'foyer reads'`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
  await foreign.destroy()
  await translated.close()
})

test('a list of keys is planned once', async () => {
  for (let asked = 0; asked < 8; asked += 1)
    await sql`select id from promoters where id = any(${[randomUUID()]})`.execute(line)
  const { rows } = await sql<{ anew: number; once: number }>`
    select custom_plans::int as anew, generic_plans::int as once from pg_prepared_statements
    where statement like '%from promoters where id = any(%'`.execute(line)
  expect(rows).toEqual([{ anew: 0, once: 8 }])
})
