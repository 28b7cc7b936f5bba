import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import {
  addQueuedTransactions,
  listPromotersWithQueuedTransactions,
  lockBalances,
  tryLockBalances,
} from './balance-total-rows.ts'

const BATCH = 5000

/** Adds new ledger transactions to the promoters' totals. Skips promoters whose totals another node has locked. */
export async function addToBalanceTotals({ jobs }: Pick<Context, 'jobs'>): Promise<void> {
  for (const promoterId of await listPromotersWithQueuedTransactions(jobs)) {
    for (let isMore = true; isMore;) {
      const folded = await transact<number, never>(jobs, async (trx) => {
        const isMine = await tryLockBalances(trx, promoterId)
        return succeed(isMine ? await addQueuedTransactions(trx, { promoterId, limit: BATCH }) : 0)
      })
      isMore = folded.success && folded.data === BATCH
    }
  }
}

/**
 * Adds all committed transactions to the promoter's totals, and keeps the totals locked until the transaction ends.
 */
export async function addAllToBalanceTotals(trx: PipelinedTransaction, promoterId: string): Promise<void> {
  await lockBalances(trx, promoterId)
  while ((await addQueuedTransactions(trx, { promoterId, limit: BATCH })) === BATCH);
}
