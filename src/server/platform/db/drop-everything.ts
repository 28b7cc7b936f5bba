import { execute, type Db } from './query.ts'

export async function dropEverything(db: Db): Promise<void> {
  await execute(db)`drop schema if exists sandbox cascade`
  await execute(db)`drop schema if exists pgboss cascade`
  await execute(db)`drop schema public cascade`
  await execute(db)`create schema public`
}
