import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

export const readSite = (db: Kysely<Database>, promoterId: string) =>
  db.selectFrom('sites').selectAll().where('promoter_id', '=', promoterId).executeTakeFirstOrThrow()
