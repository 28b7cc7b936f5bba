import { planReturnToVouchers, type VoucherPart } from '#model/sales/vouchers/vouchers.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { minimumExpiry, sendNewVoucher } from './issue-voucher.ts'
import {
  addReturnedToVoucher,
  changeVoucherStatus,
  listOrderVouchers,
  lockVouchers,
  type VoucherRow,
} from './voucher-rows.ts'

/** Parts of a refund that don't go to the buyer's card, in minor units. */
interface RefundedToVouchers {
  id: string
  voucherCents: number
  creditCents: number
}

/**
 * Puts a refund's part back on the order's vouchers, and issues a credit voucher for the part that becomes one. Returns the parts, whose
 * amounts the refund's ledger entries add. Vouchers that are over become valid again. The caller holds the order's lock.
 */
export async function returnToVouchers(
  context: Pick<Context, 'clock' | 'config' | 'encryption'>,
  trx: PipelinedTransaction,
  { order, refund }: { order: OrderRow; refund: RefundedToVouchers },
): Promise<VoucherPart[]> {
  return [
    ...(await putBack(context, trx, { order, refund })),
    ...issueCredit(context, trx, { order, refund }),
  ]
}

interface Returned {
  order: OrderRow
  refund: RefundedToVouchers
}

async function putBack(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  { order, refund }: Returned,
): Promise<VoucherPart[]> {
  if (refund.voucherCents === 0) return []
  const { promoterId, id: orderId } = order
  const planned = planReturnToVouchers(refund.voucherCents, await listOrderVouchers(trx, orderId))
  const locked = await lockVouchers(trx, { promoterId, ids: planned.map(({ use }) => use.voucherId) })
  for (const voucher of locked) sendValidAgain(context, trx, voucher)
  return planned.map(({ use, amountCents }) => {
    trx.send(addReturnedToVoucher(trx, { orderId, voucherId: use.voucherId, cents: amountCents }))
    return { voucherId: use.voucherId, amountCents, isPaidIn: use.isPaidIn }
  })
}

/** Makes a voucher that gets an amount back active, and renews it if it is over. The caller holds its lock. */
export function sendValidAgain(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  { id, promoterId, status, expiresAt }: VoucherRow,
): void {
  const isOver = expiresAt.getTime() <= context.clock.now()
  if (status === 'active' && !isOver) return
  // From `active` no change to `active` is allowed, so a voucher that the job hasn't ended yet becomes expired first.
  if (status === 'active') trx.send(changeVoucherStatus(trx, { promoterId, id, to: 'expired' }))
  const renewed = isOver ? minimumExpiry(context) : expiresAt
  trx.send(changeVoucherStatus(trx, { promoterId, id, to: 'active', expiresAt: renewed }))
}

function issueCredit(
  context: Pick<Context, 'clock' | 'config' | 'encryption'>,
  trx: PipelinedTransaction,
  { order, refund }: Returned,
): VoucherPart[] {
  if (refund.creditCents === 0) return []
  const { promoterId, currency } = order
  const id = crypto.randomUUID()
  const voucher = {
    id,
    promoterId,
    kind: 'credit',
    isPaidIn: true,
    currency,
    amountCents: refund.creditCents,
  } as const
  sendNewVoucher(context, trx, {
    ...voucher,
    // The order has the buyer's name, which can be erased there.
    recipient: '',
    note: `Return of order ${order.number}`,
    refundId: refund.id,
  })
  return [{ voucherId: id, amountCents: refund.creditCents, isPaidIn: true }]
}
