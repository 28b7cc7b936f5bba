import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** Stored site of a promoter. */
export const readSite = (db: Kysely<Database>, promoterId: string) =>
  db.selectFrom('sites').selectAll().where('promoter_id', '=', promoterId).executeTakeFirstOrThrow()
