import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropEverything } from '#server/platform/db/drop-everything.ts'
import { listMigrations } from '#server/platform/db/migrate.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { runFoyer } from '#tests/support/owners.ts'
import { inTurn } from '#tests/support/sample.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const run = (...args: string[]) => {
  const { host, port, user, database: name } = database.address
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  return runFoyer(args, { DATABASE_URL })
}
const refused = (err: string) => ({ code: 1, out: '', err: `${err}\n` })

async function listRelations(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    database.db,
  )
  return rows.map(({ name }) => name)
}

const exported = join(tmpdir(), `foyer-wrong-database-${process.pid}.export`)

const COMMANDS = [
  ['demo', 'remove', '--yes'],
  ['export', exported],
  ['maintenance', 'on'],
  ['operator', 'list'],
  ['mail', 'dead'],
]

test.each(inTurn(COMMANDS, 0, 3).map((args) => [args]))(
  '%j refuses a database without Foyer’s data, and creates nothing',
  async (args) => {
    await dropEverything(database.db)
    expect(await run(...args)).toEqual(
      refused(
        `The database “${database.address.database}” contains no Foyer data. Set FOYER_DATA_DIR or DATABASE_URL to the server’s value; the server’s first start creates the data.`,
      ),
    )
    expect([await listRelations(), existsSync(exported)]).toEqual([[], false])
  },
)

test('commands don’t migrate what an older version uses, and maintenance can be started before the migrations', async () => {
  await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
    database.db,
  )
  for (const args of [['operator', 'list'], ['reports'], ['secrets'], ['demo', 'remove']])
    expect([args, await run(...args)]).toEqual([
      args,
      refused(
        'The database has the schema of an older version: 1 migration is pending. Use the command of the version that runs, or migrate first, which can’t be undone: start this version, or `foyer migrate`.',
      ),
    ])
  expect((await listMigrations(database.db)).filter(({ isApplied }) => !isApplied)).toHaveLength(1)
  expect(await run('maintenance', 'on')).toMatchObject({ code: 0, err: '' })
})

test('another program’s database is named when it can’t be migrated', async () => {
  await dropEverything(database.db)
  await sql`create table orders (id int)`.execute(database.db)
  expect(await run('migrate')).toEqual(
    refused(
      `The database “${database.address.database}” contains another program’s tables: relation "orders" already exists. Give Foyer a database of its own.`,
    ),
  )
})

test('a read-only server is named before anything is written, and can be read', async () => {
  const { database: name } = database.address
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(database.db)
  expect(await run('maintenance', 'on')).toEqual(
    refused(
      'DATABASE_URL names a standby or read-only server. Name the primary, or list all hosts separated by commas.',
    ),
  )
  expect(await run('maintenance', 'status')).toEqual({ code: 0, out: 'Maintenance is off.\n', err: '' })
})

test('a legal page’s file that can’t be read is named', async () => {
  expect(await run('legal', 'set', 'terms', '/nowhere/terms.md')).toEqual(
    refused(
      "The file /nowhere/terms.md can’t be read: ENOENT: no such file or directory, open '/nowhere/terms.md'.",
    ),
  )
})
