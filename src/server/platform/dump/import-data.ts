import pg from 'pg'
import { APP_VERSION } from '#server/platform/app-version.ts'
import { copyIn } from '#server/platform/copy/copy.ts'
import { listMigrations, migrateToLatest } from '#server/platform/db/migrate.ts'
import type { OpenDatabase } from '#server/platform/db/open-database.ts'
import { FoyerClient } from '#server/platform/db/client/foyer-client.ts'
import {
  dumpEnd,
  dumpHeader,
  dumpSequences,
  dumpTable,
  DumpUnusable,
  readDump,
  type DumpHeader,
  type DumpTable,
  type Frame,
} from './dump-file.ts'
import { hasNoData, listTables, requeueMails } from './dump-rows.ts'
import { copyTargetOf } from './export-data.ts'

/**
 * Imports an export into a database without data, in one transaction, after running migrations. Returns the header of
 * the file.
 */
export async function importData(
  { db, maintenance, connection }: Pick<OpenDatabase, 'db' | 'maintenance' | 'connection'>,
  path: string,
): Promise<DumpHeader> {
  await expectComplete(path)
  const frames = readDump(path)
  const header = await readHeader(frames)
  await migrateToLatest(maintenance)
  expectSameMigrations(header, await listMigrations(db))
  if (!(await hasNoData(db)))
    throw new DumpUnusable(
      'The database already has accounts, promoters or orders. Import into an empty one.',
    )
  const client = new FoyerClient(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await letRowsAsTheyAre(client)
    const known = await listTables(db)
    await client.query(`truncate ${known.map((table) => plainName(client, table)).join(', ')}`)
    await copyTables(client, frames, known)
    await requeueMails(client)
    await client.query('commit')
    await client.query('analyze')
    return header
  } catch (error) {
    throw error instanceof pg.DatabaseError ? refused(error) : error
  } finally {
    // Closing the connection rolls back an uncommitted transaction.
    await client.end()
  }
}

/** Reads the whole file before the import, to distinguish a damaged file from rows that the database refuses. */
async function expectComplete(path: string): Promise<void> {
  let last: Frame['type'] | undefined
  for await (const { type } of readDump(path)) last = type
  if (last !== 'Z') throw new DumpUnusable('The file is not complete. Nothing was imported.')
}

/** Converts PostgreSQL's error. Leaves out its details, because they quote the row. */
const refused = ({ table = 'the file', constraint, code }: pg.DatabaseError): DumpUnusable =>
  new DumpUnusable(
    `PostgreSQL refuses the rows of ${table} (${constraint ?? code ?? 'unknown reason'}). Nothing was imported.`,
  )

async function readHeader(frames: AsyncGenerator<Frame>): Promise<DumpHeader> {
  const { value } = await frames.next()
  const parsed = value?.type === 'H' ? dumpHeader.safeParse(JSON.parse(value.content.toString())) : undefined
  if (!parsed?.success) throw new DumpUnusable('This version of Foyer can’t read the file.')
  return parsed.data
}

function expectSameMigrations(
  { foyerVersion, migrations }: DumpHeader,
  own: readonly { name: string; isApplied: boolean }[],
): void {
  const applied = new Set(own.filter(({ isApplied }) => isApplied).map(({ name }) => name))
  const same = migrations.length === applied.size && migrations.every((name) => applied.has(name))
  if (!same)
    throw new DumpUnusable(
      `The file was made by Foyer ${foyerVersion} with another schema than that of Foyer ${APP_VERSION}. Import it with the version that made it, then update.`,
    )
}

/**
 * Turns off triggers and foreign keys for this transaction, because rows arrive in any order and include what
 * triggers have written.
 */
async function letRowsAsTheyAre(client: pg.Client): Promise<void> {
  try {
    await client.query('set local session_replication_role = replica')
  } catch (error) {
    throw new DumpUnusable(
      'The database’s user isn’t allowed to set session_replication_role, which an import needs. Import as a superuser, or `grant set on parameter session_replication_role` to the user.',
      { cause: error },
    )
  }
}

/** A stream of frames whose next frame can be read without consuming it. */
interface Ahead {
  peek: () => Promise<Frame | undefined>
  take: () => Promise<Frame | undefined>
}

function lookAhead(frames: AsyncGenerator<Frame>): Ahead {
  let next: Promise<Frame | undefined> | undefined
  const peek = (): Promise<Frame | undefined> =>
    (next ??= frames.next().then(({ done, value }) => (done ? undefined : value)))
  return {
    peek,
    take: () => {
      const taken = peek()
      next = undefined
      return taken
    },
  }
}

async function copyTables(
  client: pg.Client,
  frames: AsyncGenerator<Frame>,
  known: readonly DumpTable[],
): Promise<void> {
  const ahead = lookAhead(frames)
  let tables = 0
  for (let frame = await ahead.take(); frame && frame.type !== 'D'; frame = await ahead.take()) {
    const content: unknown = JSON.parse(frame.content.toString())
    if (frame.type === 'T') {
      const table = expectKnown(dumpTable.parse(content), known)
      await copyIn(client, `copy ${copyTargetOf(client, table)} from stdin`, rowsIn(ahead))
      tables += 1
    } else if (frame.type === 'S') await setSequences(client, content)
    else if (frame.type === 'Z' && dumpEnd.parse(content).tables === tables) return
    else break
  }
  throw new DumpUnusable('The file is not complete. Nothing was imported.')
}

/**
 * Returns the table of this database. Names in the file become part of a statement, so they must match a known table.
 */
function expectKnown(table: DumpTable, known: readonly DumpTable[]): DumpTable {
  const found = known.find(({ schema, name }) => schema === table.schema && name === table.name)
  if (found && table.columns.every((column) => found.columns.includes(column))) return table
  throw new DumpUnusable(`The file has a table that this version of Foyer doesn’t know: ${table.name}.`)
}

/** Yields the rows of the current table. */
async function* rowsIn({ peek, take }: Ahead): AsyncGenerator<Buffer> {
  while ((await peek())?.type === 'D') {
    const frame = await take()
    if (frame) yield frame.content
  }
}

async function setSequences(client: pg.Client, content: unknown): Promise<void> {
  for (const { schema, name, value } of dumpSequences.parse(content))
    await client.query('select setval(format($1, $2::text, $3::text)::regclass, $4)', [
      '%I.%I',
      schema,
      name,
      value,
    ])
}

const plainName = (client: pg.Client, { schema, name }: DumpTable): string =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
