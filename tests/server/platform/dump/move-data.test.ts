import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '#server/commands/seed.ts'
import { findBackupState, writeBackupState } from '#server/platform/backups/backup-rows.ts'
import { listTables } from '#server/platform/dump/dump-rows.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { listNodes, writeNode } from '#server/platform/health/node-rows.ts'
import { addPendingReports } from '#server/reports/reports/add-pending-reports.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { runFoyer } from '#tests/support/owners.ts'
import type { ServerAddress } from '#tests/support/postgres.ts'
import { dropChecks, fillEveryTable } from '#tests/support/every-row.ts'

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>

let from: TestDatabase
let folder: string
let file: string
let exported: Awaited<ReturnType<typeof runFoyer>>
beforeAll(async () => {
  from = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'foyer-dump-'))
  file = join(folder, 'foyer.dump')
  await seedDemo(from.db, Date.parse('2026-11-21T09:00:00Z'))
  await addPendingReports({ db: from.db })
  await fillEveryTable(from.db)
  const [place, at] = ['/mnt/backups', new Date()]
  await writeBackupState(from.db, { place, isElsewhere: true, baseAt: at, walAt: at, error: '' })
  const process = { id: randomUUID(), host: 'here', pid: 1, version: '1', memoryBytes: 1, jobs: [] }
  await writeNode(from.db, { ...process, startedAt: at, seenAt: at, forgetUntil: new Date(0) })
  await sql`update mails set queued_at = now(), done_at = null, dead_at = null`.execute(from.db)
  exported = await runFoyer(['export', file], settingsOf(from.address))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await from.drop()
})

const settingsOf = ({ host, port, user, database }: ServerAddress): Record<string, string> => ({
  DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
})

/** A hash of all rows, by table, without what is meant to differ. */
async function fingerprints(db: Kysely<Database>): Promise<Record<string, { count: number; rows: string }>> {
  const tables = await listTables(db)
  const entries = tables.map(async ({ schema, name }) => {
    const row = name === 'mails' ? sql`(to_jsonb(t) - 'queued_at')::text` : sql`t::text`
    const { rows } = await sql<{ count: number; rows: string }>`
      select count(*)::int as count, coalesce(md5(string_agg(${row}, E'\n' order by ${row})), '') as rows
      from ${sql.table(`${schema}.${name}`)} t`.execute(db)
    return [`${schema}.${name}`, rows[0] ?? { count: 0, rows: '' }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const importInto = (database: TestDatabase, path = file) =>
  runFoyer(['import', path], settingsOf(database.address))

/** An empty database that takes the rows of `fillEveryTable`. */
async function createEmpty(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await dropChecks(database.db)
  return database
}

test('every table has rows to move', async () => {
  const counts = await fingerprints(from.db)
  expect(Object.keys(counts).length).toBeGreaterThan(100)
  const empty = Object.entries(counts).flatMap(([name, { count }]) => (count === 0 ? name : []))
  expect(empty).toEqual([])
})

describe('an empty database', () => {
  let to: TestDatabase
  let imported: Awaited<ReturnType<typeof runFoyer>>
  beforeAll(async () => {
    to = await createEmpty()
    imported = await importInto(to)
  })
  afterAll(() => to.drop())

  test('gets every row as it was, with what depends on them', async () => {
    const { code, out, err } = imported
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^The data exported at 20\S+Z was imported\./)
    expect(await fingerprints(to.db)).toEqual(await fingerprints(from.db))
    // Sorted, because equal amounts have no order.
    const [moved, original] = await Promise.all([to.db, from.db].map((db) => findContradictions(db)))
    expect(moved?.toSorted()).toEqual(original?.toSorted())
    expect(original).not.toEqual([])
    const next = async (db: Kysely<Database>): Promise<unknown> => {
      const { rows } = await sql`
        select schemaname, sequencename, last_value from pg_sequences where schemaname in ('public', 'sandbox') order by 1, 2`.execute(
        db,
      )
      return rows
    }
    expect(await next(to.db)).toEqual(await next(from.db))
  })

  test('doesn’t get the state of processes and of backups', async () => {
    expect(await findBackupState(from.db)).toBeDefined()
    expect(await findBackupState(to.db)).toBeUndefined()
    expect(await listNodes(from.db)).not.toEqual([])
    expect(await listNodes(to.db)).toEqual([])
  })

  test('queues emails that weren’t sent again, and its triggers work again', async () => {
    const { rows } = await sql`select distinct queued_at from mails`.execute(to.db)
    expect(rows).toEqual([{ queued_at: null }])
    const update = sql`update ledger_entries set amount_cents = amount_cents + 1`.execute(to.db)
    await expect(update).rejects.toThrow('the ledger is append-only')
  })
})

test('an export says what is in the file, which only its owner can read', () => {
  expect(exported).toMatchObject({ code: 0, err: '' })
  expect(exported.out).toMatch(/^\d+ tables were exported to \S+\. The file contains personal data/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

describe('an import refuses, and changes nothing', () => {
  async function refusal(path: string): Promise<string> {
    const to = await createEmpty()
    const before = await fingerprints(to.db)
    const { code, out, err } = await importInto(to, path)
    expect([code, out]).toEqual([1, ''])
    expect(await fingerprints(to.db)).toEqual(before)
    await to.drop()
    return err
  }

  const write = (name: string, bytes: Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    chmodSync(path, 0o600)
    return path
  }

  test('a file that ends early @full', async () => {
    const bytes = readFileSync(file)
    expect(await refusal(write('short', bytes.subarray(0, bytes.length >> 1)))).toMatch(
      /^The file (?:\S+ is damaged or can’t be read: .*|is not complete\. Nothing was imported\.)\n$/,
    )
  })

  test('a file of which a byte was changed', async () => {
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    expect(await refusal(write('changed', bytes))).toMatch(/^The file .*(?:damaged|a Foyer export)/)
  })

  test('another file @full', async () => {
    expect(await refusal(write('other', Buffer.from('no export')))).toMatch(/^The file \S+ is damaged/)
    expect(await refusal(join(folder, 'nothing'))).toBe(`There is no file ${join(folder, 'nothing')}.\n`)
  })

  test('a database with data', async () => {
    const before = await fingerprints(from.db)
    const { code, err } = await importInto(from)
    expect([code, err]).toEqual([
      1,
      'The database already has accounts, promoters or orders. Import into an empty one.\n',
    ])
    expect(await fingerprints(from.db)).toEqual(before)
  })

  test('rows that the schema forbids, without quoting them', async () => {
    const to = await createTestDatabase()
    const { code, err } = await importInto(to)
    expect([code, err]).toEqual([
      1,
      'PostgreSQL refuses the rows of account_tokens (account_tokens_email_check). Nothing was imported.\n',
    ])
    await to.drop()
  })

  test('a schema of another version', async () => {
    const to = await createTestDatabase()
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', 'now')`.execute(to.db)
    const { code, err } = await importInto(to)
    expect(code).toBe(1)
    expect(err).toContain('migrated by a newer Foyer (9999_later)')
    await to.drop()
  })
})

test('an export doesn’t replace a file', async () => {
  const before = readFileSync(file)
  const { code, err } = await runFoyer(['export', file], settingsOf(from.address))
  expect([code, err]).toEqual([1, `The file ${file} exists already.\n`])
  expect(readFileSync(file)).toEqual(before)
})
