import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/tables.ts'

type Db = Kysely<Database>

export async function findMessage(
  db: Db,
  messageId: string,
): Promise<{ subject: string; body: string } | undefined> {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from messages where id = ${messageId}`.execute(db)
  return rows[0]
}
