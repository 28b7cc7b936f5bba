import type { Kysely } from 'kysely'
import type { Database } from '../db/tables.ts'

/** The keys of access tokens, the newest first. */
export const readAuthKeys = (db: Kysely<Database>): Promise<{ id: string; secret: Buffer }[]> =>
  db.selectFrom('auth_keys').select(['id', 'secret']).orderBy('created_at', 'desc').execute()
