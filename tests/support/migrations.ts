import { readdir, readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Database } from '#server/platform/db/tables.ts'

const FOLDER = new URL('../../src/server/platform/db/migrations/', import.meta.url)

/** Returns the SQL of all migrations by name, in order. */
export async function readMigrations(): Promise<[name: string, text: string][]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file): Promise<[string, string]> => [
      file.replace('.sql', ''),
      await readFile(new URL(file, FOLDER), 'utf8'),
    ]),
  )
}

export async function migrateTo(db: Kysely<Database>, name: string): Promise<void> {
  const migrations = (await readMigrations()).map(([each, text]): [string, Migration] => [
    each,
    { up: async (trx) => void (await sql.raw(text).execute(trx)) },
  ])
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(Object.fromEntries(migrations)) },
  }).migrateTo(name)
  if (error) throw error
}

/** Drops everything, and migrates to a version. */
export async function goBackTo(db: Kysely<Database>, name: string): Promise<void> {
  await sql`drop schema sandbox cascade`.execute(db)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrateTo(db, name)
}
