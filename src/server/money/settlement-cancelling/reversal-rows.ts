import { sql } from 'kysely'
import { execute, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface UnreversedTransfer {
  id: string
  payeeId: string
}

/**
 * Lists transfers of failed settlements of promoters who are now paid by bank transfer. The money is still in their accounts
 * at the provider.
 */
export function listUnreversedTransfers(
  db: Db,
  find: { provider: string; limit: number },
): Promise<UnreversedTransfer[]> {
  return queryRows<UnreversedTransfer>(db)`
    select s.id, coalesce(s.payee_id, '') as "payeeId"
    from settlements s join settlement_settings t on t.promoter_id = s.promoter_id and t.method = 'bank'
    where s.status = 'failed' and s.provider = ${find.provider} and s.transfer_id is not null and s.transfer_cents > 0
    order by s.created_at, s.id limit ${find.limit}`
}

/**
 * Reserves a failed settlement's transfer for a reversal, so that no other settlement uses its money. Does nothing while a
 * call to the provider may still take effect, while another settlement is being sent to the account, or if another
 * settlement has used part of the money. The caller must hold the payee's lock.
 */
export async function startReversal(trx: Trx, { id, now }: { id: string; now: Date }): Promise<void> {
  const same = sql`o.provider = s.provider and o.payee_id = s.payee_id and o.currency = s.currency`
  await execute(trx)`
    update settlements s set transfer_cents = 0, reversing_since = ${now}, checked_at = null
    where s.id = ${id} and s.status = 'failed' and s.transfer_cents > 0 and coalesce(s.calls_until <= ${now}, true)
      and not exists (select from settlements o where ${same} and o.status in ('open', 'cancelling'))
      and s.transfer_cents <= (
        select sum(o.transfer_cents - case when o.status in ('failed', 'cancelled') then 0 else o.amount_cents end)
        from settlements o where ${same} and o.transfer_cents is not null
      )`
}

/** Takes reserved reversals. Each is taken at most every ten minutes. */
export function claimReversals(
  db: Db,
  claim: { provider: string; now: Date; limit: number },
): Promise<{ id: string; transferId: string }[]> {
  return queryRows<{ id: string; transferId: string }>(db)`
    update settlements set checked_at = ${claim.now}
    where id in (
      select s.id from settlements s
      where s.reversing_since is not null and s.provider = ${claim.provider}
        and coalesce(s.checked_at <= ${claim.now}::timestamptz - interval '10 minutes', true)
      order by s.checked_at nulls first limit ${claim.limit} for update skip locked
    )
    returning id, coalesce(transfer_id, '') as "transferId"`
}

export async function finishReversal(db: Db, id: string): Promise<void> {
  await execute(db)`
    update settlements set reversing_since = null, provider_problem = '' where id = ${id}`
}
