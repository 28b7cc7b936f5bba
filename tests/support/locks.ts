import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

const MAX_POLLS = 5000

/** Resolves once so many statements of this database wait for a lock that another holds. */
export async function whenWaiting(db: Kysely<Database>, count = 1): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  for (let looks = 0; looks < MAX_POLLS; looks += 1)
    if ((await waiting.execute(db)).rows.length >= count) return
  throw new Error('Nobody waits.')
}
