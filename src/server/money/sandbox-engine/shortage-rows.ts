import { execute, queryRows, type Db } from '#server/platform/db/query.ts'
import { SandboxRefusal } from './refusal.ts'

/** Id of the platform's own balance. A payee's balance has the payee's id. */
export const PLATFORM_ACCOUNT = 'platform'

export async function setShortage(
  db: Db,
  { account, isShort }: { account: string; isShort: boolean },
): Promise<void> {
  if (isShort) await execute(db)`insert into sandbox.shortages values (${account}) on conflict do nothing`
  else await execute(db)`delete from sandbox.shortages where account = ${account}`
}

/** Throws `Refusal` while `setShort` has made the balance too low. */
export async function checkFunds(db: Db, account: string): Promise<void> {
  const rows = await queryRows(db)`select from sandbox.shortages where account = ${account}`
  if (rows.length > 0)
    throw new SandboxRefusal(
      'balance_insufficient',
      'You have insufficient available funds in your Stripe account.',
    )
}
