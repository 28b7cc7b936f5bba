import { sql } from 'kysely'
import type { Db } from '../query.ts'

const REFUSE_READ_ONLY = `do $$ begin
  if current_setting('transaction_read_only')::boolean then raise sqlstate '25006'; end if;
end $$`

/** Throws the error of a refused write when the server is read-only, so that the pool connects to another server. */
export async function expectWritable(db: Db): Promise<void> {
  await sql.raw(REFUSE_READ_ONLY).execute(db)
}
