import { sql, type Kysely } from 'kysely'
import type { Database } from './tables.ts'

const REFUSE_READ_ONLY = `do $$ begin
  if current_setting('transaction_read_only')::boolean then raise sqlstate '25006'; end if;
end $$`

/** Fails on a read-only server, like a write, so that the pool reconnects. */
export async function expectWritable(db: Kysely<Database>): Promise<void> {
  await sql.raw(REFUSE_READ_ONLY).execute(db)
}
