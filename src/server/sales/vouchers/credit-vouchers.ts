import { planVoucherCredits } from '#model/sales/vouchers/sold-vouchers.ts'
import { divideCreditBetweenVouchers, type VoucherPart } from '#model/sales/vouchers/vouchers.ts'
import { voucherEndEntries } from '#model/money/ledger.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { LedgerTransaction } from '#server/platform/ledger/ledger-rows.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { withheldTransactionFact } from '#server/sales/voucher-sales/withheld-rows.ts'
import { minVoucherExpiry, issueVoucher } from './issue-voucher.ts'
import {
  addReturnedToVoucher,
  changeVoucherStatus,
  findSoldVoucherAmounts,
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
 * Credits the vouchers' part of a refund to the vouchers that paid the order, and issues a credit voucher for the part that
 * is refunded as one. Expired vouchers become valid again. Amounts that can't be credited to a bought voucher, because its
 * own purchase was refunded or charged back, go to the promoter. Returns `parts` for the refund's ledger entries, and
 * `withheld`, the ledger transactions to write after them. The caller must have locked the order.
 */
export async function creditVouchers(
  context: Pick<Context, 'clock' | 'config' | 'encryption'>,
  trx: PipelinedTransaction,
  { order, refund }: Returned,
): Promise<{ parts: VoucherPart[]; withheld: LedgerTransaction[] }> {
  const { parts, withheld } = await putBack(context, trx, { order, refund })
  return { parts: [...parts, ...issueCredit(context, trx, { order, refund })], withheld }
}

interface Returned {
  order: OrderRow
  refund: RefundedToVouchers
}

async function putBack(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  { order, refund }: Returned,
): Promise<{ parts: VoucherPart[]; withheld: LedgerTransaction[] }> {
  if (refund.voucherCents === 0) return { parts: [], withheld: [] }
  const { promoterId, id: orderId, currency } = order
  const planned = divideCreditBetweenVouchers(refund.voucherCents, await listOrderVouchers(trx, orderId))
  const ids = planned.map(({ use }) => use.voucherId)
  const locked = new Map((await lockVouchers(trx, { promoterId, ids })).map((row) => [row.id, row]))
  const putBacks = planVoucherCredits(planned, await findSoldVoucherAmounts(trx, ids))
  const withheld: LedgerTransaction[] = []
  const parts = putBacks.map(({ use: { voucherId, isPaidIn }, amountCents, backCents }) => {
    trx.send(addReturnedToVoucher(trx, { orderId, voucherId, cents: amountCents }))
    const voucher = locked.get(voucherId)
    if (voucher && backCents > 0) reactivateVoucher(context, trx, voucher)
    withheld.push({
      fact: withheldTransactionFact(voucherId, refund.id),
      kind: 'voucher_voided',
      entries: voucherEndEntries({ voucherId, amountCents: amountCents - backCents, isPaidIn }),
      promoterId,
      orderId: null,
      currency,
    })
    return { voucherId, amountCents, isPaidIn }
  })
  return { parts, withheld }
}

/**
 * Returns the part of a refund that currently can't be credited to the order's vouchers, because their own purchases were
 * refunded or charged back, in minor units. Takes no locks: for display only.
 */
export async function sumNonCreditableCents(
  db: Db,
  { orderId, voucherCents }: { orderId: string; voucherCents: number },
): Promise<number> {
  if (voucherCents === 0) return 0
  const planned = divideCreditBetweenVouchers(voucherCents, await listOrderVouchers(db, orderId))
  const ids = planned.map(({ use }) => use.voucherId)
  return planVoucherCredits(planned, await findSoldVoucherAmounts(db, ids)).reduce(
    (sum, { amountCents, backCents }) => sum + amountCents - backCents,
    0,
  )
}

/** True if the order was paid with a bought voucher whose own purchase was refunded or disputed. */
export async function hasReducedVoucher(db: Db, orderId: string): Promise<boolean> {
  const ids = (await listOrderVouchers(db, orderId)).map(({ voucherId }) => voucherId)
  return [...(await findSoldVoucherAmounts(db, ids)).values()].some(({ goneCents }) => goneCents > 0)
}

/**
 * Makes a voucher that is credited an amount active again, and extends its expiry if it has expired. The caller must have
 * locked it.
 */
export function reactivateVoucher(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  { id, promoterId, status, expiresAt }: VoucherRow,
): void {
  const isOver = expiresAt.getTime() <= context.clock.now()
  if (status === 'active' && !isOver) return
  // The state table doesn't allow `active` → `active`, so a voucher that the job hasn't marked as expired yet is marked first.
  if (status === 'active') trx.send(changeVoucherStatus(trx, { promoterId, id, to: 'expired' }))
  const renewed = isOver ? minVoucherExpiry(context) : expiresAt
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
  issueVoucher(context, trx, {
    ...voucher,
    // The buyer's name is only in the order, where it can be erased.
    recipient: '',
    note: `Return of order ${order.number}`,
    refundId: refund.id,
  })
  return [{ voucherId: id, amountCents: refund.creditCents, isPaidIn: true }]
}
