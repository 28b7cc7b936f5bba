import { sql, type Kysely } from 'kysely'
import type { Database } from './tables.ts'

export async function dropEverything(db: Kysely<Database>): Promise<void> {
  await sql`drop schema if exists sandbox cascade`.execute(db)
  await sql`drop schema if exists pgboss cascade`.execute(db)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}
