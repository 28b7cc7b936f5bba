import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { voucherDeliveredFact } from '#server/platform/outbox/order-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { claimDueDeliveries } from './voucher-sale-rows.ts'

const BATCH = 200

/** Emails bought vouchers whose delivery date has come. Can run on several nodes at once, because it skips locked rows. */
export async function deliverVouchers({ clock, jobs }: Pick<Context, 'clock' | 'jobs'>): Promise<void> {
  for (let isMore = true; isMore;) {
    const taken = await transact<number, never>(jobs, async (trx) => {
      const now = new Date(clock.now())
      const orders = await claimDueDeliveries(trx, { now, limit: BATCH })
      trx.send(writeMails(trx, orders.map(voucherDeliveredFact), now))
      return succeed(orders.length)
    })
    isMore = taken.success && taken.data === BATCH
  }
}
