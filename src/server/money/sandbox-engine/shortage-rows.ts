import { sql } from 'kysely'
import type { Db } from '#server/platform/db/query.ts'
import { Refusal } from './refusal.ts'

/** Id of the platform's own balance. A payee's balance has the payee's id. */
export const PLATFORM_ACCOUNT = 'platform'

export async function setShortage(
  db: Db,
  { account, isShort }: { account: string; isShort: boolean },
): Promise<void> {
  if (isShort) await sql`insert into sandbox.shortages values (${account}) on conflict do nothing`.execute(db)
  else await sql`delete from sandbox.shortages where account = ${account}`.execute(db)
}

/** Throws `Refusal` while the balance was made too low (`setShort`). */
export async function checkFunds(db: Db, account: string): Promise<void> {
  const { rows } = await sql`select from sandbox.shortages where account = ${account}`.execute(db)
  if (rows.length > 0)
    throw new Refusal('balance_insufficient', 'You have insufficient available funds in your Stripe account.')
}
