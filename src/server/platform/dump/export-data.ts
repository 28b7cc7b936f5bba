import type pg from 'pg'
import { rename, rm } from 'node:fs/promises'
import { APP_VERSION } from '#server/platform/app-version.ts'
import { readServerVersion } from '#server/platform/backups/backup-rows.ts'
import { copyOut } from '#server/platform/copy/copy.ts'
import { listMigrations } from '#server/platform/db/migrate.ts'
import type { OpenDatabase } from '#server/platform/db/open-database.ts'
import { FoyerClient } from '#server/platform/db/client/foyer-client.ts'
import { writeDump, type DumpHeader, type DumpTable, type Frame, type FrameType } from './dump-file.ts'
import { listSequences, listTables } from './dump-rows.ts'

/**
 * Writes a snapshot of all data to a file while Foyer may be running. The file appears when it is complete. Returns
 * the number of tables.
 */
export async function exportData(
  { db, connection }: Pick<OpenDatabase, 'db' | 'connection'>,
  path: string,
  now: Date,
): Promise<number> {
  const tables = await listTables(db)
  const migrations = await listMigrations(db)
  const client = new FoyerClient(connection)
  client.on('error', () => undefined)
  const unfinished = `${path}.${process.pid}.part`
  await client.connect()
  try {
    const frames = framesOf(client, {
      tables,
      header: {
        format: 1,
        foyerVersion: APP_VERSION,
        serverVersion: await readServerVersion(db),
        exportedAt: now.toISOString(),
        migrations: migrations.filter(({ isApplied }) => isApplied).map(({ name }) => name),
      },
      sequences: () => listSequences(db),
    })
    await writeDump(unfinished, frames)
    await rename(unfinished, path)
    return tables.length
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function* framesOf(
  client: pg.Client,
  content: {
    header: DumpHeader
    tables: readonly DumpTable[]
    sequences: () => Promise<unknown>
  },
): AsyncGenerator<Frame> {
  yield json('H', content.header)
  await client.query('begin isolation level repeatable read, read only')
  for (const table of content.tables) {
    yield json('T', table)
    const { data } = copyOut(client, `copy ${copyTargetOf(client, table)} to stdout`)
    for await (const chunk of data as AsyncIterable<Buffer>) yield { type: 'D', content: chunk }
  }
  await client.query('commit')
  // The sequences are read last, so that ids taken during the export aren't used again.
  yield json('S', await content.sequences())
  yield json('Z', { tables: content.tables.length })
}

const json = (type: FrameType, content: unknown): Frame => ({
  type,
  content: Buffer.from(JSON.stringify(content)),
})

/** Returns `"schema"."table" ("column", …)`. */
export const copyTargetOf = (client: pg.Client, { schema, name, columns }: DumpTable): string => {
  const quote = (text: string): string => client.escapeIdentifier(text)
  return `${quote(schema)}.${quote(name)} (${columns.map(quote).join(', ')})`
}
