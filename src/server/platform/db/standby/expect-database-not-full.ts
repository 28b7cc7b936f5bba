import { sql } from 'kysely'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import { execute, type Db } from '#server/platform/db/query.ts'

/** About 1 MB of rows. A nearly full database can still update rows in place, but not insert that many. */
const ROWS = 30_000

/** Throws PostgreSQL's error if its disk is full. Checks this with a temporary table. */
export async function expectDatabaseNotFull(db: Db): Promise<void> {
  try {
    await execute(db)`
      create temporary table foyer_room on commit drop as select generate_series(1, ${sql.lit(ROWS)})`
  } catch (error) {
    // Ignores other errors, such as a missing permission to create temporary tables.
    if (isDatabaseDown(error)) throw error
  }
}
