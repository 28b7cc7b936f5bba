import { execute, hasRow, type Db, type Trx } from '#server/platform/db/query.ts'

/**
 * Time after which a call to the provider, including its retries, can't take effect any more. Generous, because only
 * cancellations wait for it.
 */
export const MAX_CALL_MS = 15 * 60_000

export const settlementTransferGroup = (promoterId: string): string => `promoter:${promoterId}`

/**
 * Records that a call that moves money is about to start, so that a cancellation waits for it. Returns false if the
 * settlement isn't open any more; the call must not be made then.
 */
export function claimSettlementCall(
  db: Db,
  { id, callsUntil }: { id: string; callsUntil: Date },
): Promise<boolean> {
  return hasRow(db)`
    update settlements set calls_until = greatest(calls_until, ${callsUntil})
    where id = ${id} and status = 'open' returning 1`
}

/**
 * Changes an open settlement's status to `cancelling`, after which no new call to the provider starts. A node that doesn't
 * record its calls is assumed to have started one at `checked_at`.
 */
export async function startCancelling(
  trx: Trx,
  start: { id: string; accountId: string; reason: string; now: Date },
): Promise<void> {
  const { id, accountId, reason, now } = start
  await execute(trx)`
    update settlements set status = 'cancelling', reason = ${reason}, cancelled_by = ${accountId}, updated_at = ${now},
      calls_until = greatest(calls_until, checked_at + make_interval(secs => ${MAX_CALL_MS / 1000})), short_of_funds_since = null
    where id = ${id} and status = 'open'`
}

export async function setProviderProblem(
  db: Db,
  { id, problem }: { id: string; problem: string },
): Promise<void> {
  await execute(db)`
    update settlements set provider_problem = ${problem}
    where id = ${id} and (status = 'cancelling' or reversing_since is not null)`
}

/** Records that a settlement that is being cancelled has no money in the promoter's account at the provider. */
export async function recordReversedSettlementTransfer(trx: Trx, id: string): Promise<void> {
  await execute(trx)`
    update settlements set transfer_cents = 0 where id = ${id} and status = 'cancelling'`
}
