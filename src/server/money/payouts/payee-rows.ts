import { sql } from 'kysely'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { Payee } from '#server/money/providers/provider.ts'

export interface PayeeRow {
  accountId: string
  provider: string
  payeeId: string
  status: Payee['status']
  missing: string[]
}

const columns = sql`account_id as "accountId", provider, payee_id as "payeeId", status, missing`

export function findPayee(
  db: Db,
  find: { provider: string } & ({ accountId: string } | { payeeId: string }),
): Promise<PayeeRow | undefined> {
  const who = 'accountId' in find ? sql`account_id = ${find.accountId}` : sql`payee_id = ${find.payeeId}`
  return queryRow<PayeeRow>(db)`
    select ${columns} from payee_accounts where provider = ${find.provider} and ${who}`
}

export async function putPayee(
  db: Db,
  row: { accountId: string; provider: string; payee: Payee; now: Date },
): Promise<void> {
  const { accountId, provider, payee, now } = row
  const missing = JSON.stringify(payee.missing)
  // Concurrent inserts have the same values for both unique keys, so conflicts are ignored. `do update` can name only one key
  // and would fail on the other.
  const rows = await queryRows(db)`
    insert into payee_accounts (account_id, provider, payee_id, status, missing, created_at, updated_at, checked_at)
    values (${accountId}, ${provider}, ${payee.id}, ${payee.status}, ${missing}::jsonb, ${now}, ${now}, ${now})
    on conflict do nothing returning 1`
  if (rows.length > 0) return
  await execute(db)`
    update payee_accounts set status = ${payee.status}, missing = ${missing}::jsonb, updated_at = ${now}, checked_at = ${now}
    where account_id = ${accountId} and provider = ${provider} and payee_id = ${payee.id}`
}

/**
 * Reserves a check of a member's account at the provider. Returns true to only one caller per `everyMs`, which then
 * asks the provider.
 */
export function claimPayeeCheck(
  db: Db,
  claim: { row: PayeeRow; now: Date; everyMs: number },
): Promise<boolean> {
  const { row, now, everyMs } = claim
  return hasRow(db)`
    update payee_accounts set checked_at = ${now}
    where provider = ${row.provider} and payee_id = ${row.payeeId}
      and coalesce(checked_at <= ${new Date(now.getTime() - everyMs)}, true) returning 1`
}

export async function lockPayee(trx: Trx, find: { provider: string; payeeId: string }): Promise<void> {
  await execute(trx)`
    select from payee_accounts where provider = ${find.provider} and payee_id = ${find.payeeId} for update`
}

export async function findMostCommonPayeeCountry(db: Db, promoterId: string): Promise<string | undefined> {
  const row = await queryRow<{ country: string }>(db)`
    select country from events where promoter_id = ${promoterId} group by country order by count(*) desc, country limit 1`
  return row?.country
}
