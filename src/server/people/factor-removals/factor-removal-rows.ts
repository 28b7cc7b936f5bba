import type { RemovableFactor } from '#model/people/account-actions.ts'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

/** Key of the email about a removal, as in `mails.fact`. */
export const removalMailFact = (removalId: string): string => `factor_removal:${removalId}`

/**
 * Requests a removal. Undefined when a removal of this factor is already requested. The caller holds the lock of the
 * account's row.
 */
export async function insertFactorRemoval(
  trx: Db,
  removal: { accountId: string; factor: RemovableFactor; operatorId: string; now: Date },
): Promise<string | undefined> {
  const row = await queryRow<{ id: string }>(trx)`
    insert into factor_removals (account_id, factor, requested_at, requested_by)
    values (${removal.accountId}, ${removal.factor}, ${removal.now}, ${removal.operatorId})
    on conflict (account_id, factor) where ended_at is null do nothing returning id`
  return row?.id
}

export interface RemovalRow {
  id: string
  factor: RemovableFactor
  requestedAt: Date
  emailedAt: Date | null
  by: string | null
}

export function listFactorRemovals(db: Db, accountId: string): Promise<RemovalRow[]> {
  return queryRows<RemovalRow>(db)`
    select r.id, r.factor, r.requested_at as "requestedAt",
      (select m.done_at from mails m where m.fact = ${'factor_removal:'} || r.id and m.to_address is not null) as "emailedAt",
      (select trim(a.first_name || ' ' || a.last_name) from accounts a where a.id = r.requested_by) as by
    from factor_removals r where r.account_id = ${accountId} and r.ended_at is null
    order by r.requested_at, r.id`
}

/** Returns at most 100 open removals whose email the mail server accepted at or before this time. */
export function listDueFactorRemovals(
  db: Db,
  emailedUntil: Date,
): Promise<{ id: string; accountId: string }[]> {
  return queryRows<{ id: string; accountId: string }>(db)`
    select r.id, r.account_id as "accountId" from factor_removals r
    join mails m on m.fact = ${'factor_removal:'} || r.id
    where r.ended_at is null and m.done_at <= ${emailedUntil} and m.to_address is not null
    order by r.requested_at limit 100`
}

/**
 * Records that a requested removal was carried out or cancelled, and returns its factor. Undefined when the removal
 * has already ended.
 */
export async function endFactorRemoval(
  trx: Db,
  removal: { id: string; outcome: 'removed' | 'kept'; now: Date },
): Promise<RemovableFactor | undefined> {
  const row = await queryRow<{ factor: RemovableFactor }>(trx)`
    update factor_removals set ended_at = ${removal.now}, outcome = ${removal.outcome}
    where id = ${removal.id} and ended_at is null returning factor`
  return row?.factor
}

export async function cancelFactorRemovalRows(
  trx: Db,
  cancellation: { accountId: string; now: Date },
): Promise<number> {
  const rows = await queryRows(trx)`
    update factor_removals set ended_at = ${cancellation.now}, outcome = 'kept'
    where account_id = ${cancellation.accountId} and ended_at is null returning true as kept`
  return rows.length
}
