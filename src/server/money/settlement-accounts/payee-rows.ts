import { sql } from 'kysely'
import { z } from 'zod'
import { queryRow, execute, hasRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { Payee } from '#server/money/providers/provider.ts'

export interface SettlementPayeeRow {
  promoterId: string
  provider: string
  payeeId: string
  status: Payee['status']
  missing: string[]
}

export async function findSettlementPayee(
  db: Db,
  find: { provider: string } & ({ promoterId: string } | { payeeId: string }),
): Promise<SettlementPayeeRow | undefined> {
  const condition =
    'promoterId' in find ? sql`promoter_id = ${find.promoterId}` : sql`payee_id = ${find.payeeId}`
  const row = await queryRow<Omit<SettlementPayeeRow, 'missing'> & { missing: unknown }>(db)`
    select promoter_id as "promoterId", provider, payee_id as "payeeId", status, missing
    from settlement_payees where provider = ${find.provider} and ${condition}`
  return row && { ...row, missing: missingDetails.parse(row.missing) }
}

const missingDetails = z.array(z.string())

/** Inserts the account and returns true, or updates its state. Keeps the existing account if the promoter has another one. */
export async function putSettlementPayee(
  db: Db,
  row: { promoterId: string; provider: string; payee: Payee; now: Date },
): Promise<boolean> {
  const { promoterId, provider, payee, now } = row
  const missing = JSON.stringify(payee.missing)
  const rows = await queryRows(db)`
    insert into settlement_payees (promoter_id, provider, payee_id, status, missing, created_at, updated_at, checked_at)
    values (${promoterId}, ${provider}, ${payee.id}, ${payee.status}, ${missing}::jsonb, ${now}, ${now}, ${now})
    on conflict do nothing returning 1`
  if (rows.length > 0) return true
  await execute(db)`
    update settlement_payees set status = ${payee.status}, missing = ${missing}::jsonb, updated_at = ${now}, checked_at = ${now}
    where promoter_id = ${promoterId} and provider = ${provider} and payee_id = ${payee.id}`
  return false
}

/**
 * Reserves a check of a promoter's account at the provider. Returns true to only one caller per `everyMs`, which then
 * asks the provider.
 */
export function claimSettlementPayeeCheck(
  db: Db,
  claim: { row: SettlementPayeeRow; now: Date; everyMs: number },
): Promise<boolean> {
  const { row, now, everyMs } = claim
  return hasRow(db)`
    update settlement_payees set checked_at = ${now}
    where provider = ${row.provider} and payee_id = ${row.payeeId}
      and coalesce(checked_at <= ${new Date(now.getTime() - everyMs)}, true) returning 1`
}

export async function lockSettlementPayee(
  trx: Trx,
  find: { provider: string; payeeId: string },
): Promise<void> {
  await execute(trx)`
    select from settlement_payees where provider = ${find.provider} and payee_id = ${find.payeeId} for update`
}
