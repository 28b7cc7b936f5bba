import { sql } from 'kysely'
import type { Db } from './query.ts'

export async function dropEverything(db: Db): Promise<void> {
  await sql`drop schema if exists sandbox cascade`.execute(db)
  await sql`drop schema if exists pgboss cascade`.execute(db)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}
