import { sql, type Kysely } from 'kysely'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import type { Database } from '#server/platform/db/tables.ts'

/** Rows of about 1 MB: a database that is nearly full can still change rows in place, but not add any. */
const ROWS = 30_000

/** Throws what PostgreSQL says if its disk has no room. Writes to the disk, and keeps nothing. */
export async function expectRoom(db: Kysely<Database>): Promise<void> {
  try {
    await sql`
      create temporary table foyer_room on commit drop as select generate_series(1, ${sql.lit(ROWS)})`.execute(
      db,
    )
  } catch (error) {
    // A user without the right to create temporary tables can't tell.
    if (isDatabaseDown(error)) throw error
  }
}
