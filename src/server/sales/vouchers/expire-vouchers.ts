import { voucherEndEntries } from '#model/money/ledger.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import { changeVoucherStatus, lockExpiredVouchers } from './voucher-rows.ts'

const BATCH = 200

/**
 * Marks vouchers as expired and clears their balances: paid-in amounts go to the promoter, others are no longer owed. Can
 * run on several nodes at once, because it skips locked rows.
 */
export async function expireVouchers({ clock, jobs }: Pick<Context, 'clock' | 'jobs'>): Promise<void> {
  for (let isMore = true; isMore;) {
    const ended = await transact<number, never>(jobs, async (trx) => {
      const now = new Date(clock.now())
      const vouchers = await lockExpiredVouchers(trx, { now, limit: BATCH })
      for (const { id, promoterId } of vouchers)
        trx.send(changeVoucherStatus(trx, { promoterId, id, to: 'expired' }))
      const facts = vouchers.map(({ id, promoterId, currency, balanceCents, isPaidIn, expiresAt }) => ({
        fact: `voucher_expired:${id}:${expiresAt.getTime()}`,
        kind: 'voucher_expired' as const,
        entries: voucherEndEntries({ voucherId: id, amountCents: balanceCents, isPaidIn }),
        promoterId,
        orderId: null,
        currency,
      }))
      trx.send(writeLedger(trx, facts, now))
      return succeed(vouchers.length)
    })
    isMore = ended.success && ended.data === BATCH
  }
}
