import { sql } from 'kysely'
import { execute, type Db } from '#server/platform/db/query.ts'

/** Deletes a batch of expired rows. Skips rows locked by other processes. */
export async function deleteExpiredAccountRows(
  db: Db,
  filter: { now: Date; tokensBefore: Date; limit: number },
): Promise<void> {
  const { now, tokensBefore, limit } = filter
  const some = sql`limit ${limit} for update skip locked`
  await execute(db)`
    delete from sessions where id in (select id from sessions where expires_at <= ${now} order by expires_at ${some})`
  await execute(db)`
    delete from refresh_tokens where token_hash in (
      select token_hash from refresh_tokens where created_at < ${tokensBefore} and used_at is not null
      order by created_at ${some})`
  await execute(db)`
    delete from account_tokens where token_hash in (
      select token_hash from account_tokens where expires_at <= ${now} order by expires_at ${some})`
  await execute(db)`
    delete from passkey_challenges where challenge in (
      select challenge from passkey_challenges where expires_at <= ${now} order by expires_at ${some})`
  // Rate limits are compared with the machine's clock, because the limiter uses it for the times that it writes.
  await execute(db)`
    delete from rate_limits where key in (
      select key from rate_limits where expire < ${Date.now()}::bigint order by expire ${some})`
}
