import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** A promoter's site as it is stored. */
export const readSite = (db: Kysely<Database>, promoterId: string) =>
  db.selectFrom('sites').selectAll().where('promoter_id', '=', promoterId).executeTakeFirstOrThrow()
