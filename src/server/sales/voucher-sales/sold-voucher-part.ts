import {
  creditForReversal,
  SOLD_VOUCHER_STATES,
  soldVoucherEvent,
} from '#model/sales/vouchers/sold-vouchers.ts'
import { availableVoucherCents } from '#model/sales/vouchers/vouchers.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { reactivateVoucher } from '#server/sales/vouchers/credit-vouchers.ts'
import {
  changeVoucherStatus,
  findSoldVoucherAmounts,
  sumReservedCents,
  type VoucherRow,
} from '#server/sales/vouchers/voucher-rows.ts'
import { findSoldVoucher, lockSoldVoucher } from './voucher-sale-rows.ts'

interface PaidOrder {
  id: string
  promoterId: string
}

/** Change of a bought voucher's balance in a ledger transaction, in minor units. Negative for a deduction. */
export interface SoldVoucherPart {
  voucherId: string
  amountCents: number
}

/** `voucher`: row before the change. */
type ChangedVoucher = SoldVoucherPart & { voucher: VoucherRow }

/**
 * Returns the deduction from a bought voucher for a refund or dispute of its purchase: at most the balance; the promoter
 * bears the rest. Locks the voucher. Undefined for an order of tickets. The caller must have locked the order, and writes
 * the ledger entries.
 */
export async function debitSoldVoucher(
  trx: PipelinedTransaction,
  { id: orderId }: PaidOrder,
  cents: number,
): Promise<ChangedVoucher | undefined> {
  const voucher = await lockSoldVoucher(trx, orderId)
  return voucher && { voucher, voucherId: voucher.id, amountCents: -Math.min(cents, voucher.balanceCents) }
}

/**
 * Returns the amount to credit to a bought voucher after a refund of its purchase failed or a dispute was won. Locks the
 * voucher. Undefined for an order of tickets. The caller must have locked the order and recorded the new state of the refund
 * or dispute, and writes the ledger entries.
 */
export async function creditSoldVoucher(
  trx: PipelinedTransaction,
  { id: orderId }: PaidOrder,
  cents: number,
): Promise<ChangedVoucher | undefined> {
  const voucher = await lockSoldVoucher(trx, orderId)
  const money = voucher && (await findSoldVoucherAmounts(trx, [voucher.id])).get(voucher.id)
  return money && { voucher, voucherId: voucher.id, amountCents: creditForReversal(cents, money) }
}

/**
 * Changes the status of a bought voucher after its balance was changed by a refund or dispute of its purchase, or by the
 * reversal of one.
 */
export async function updateSoldVoucher(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  { voucher, amountCents }: Pick<ChangedVoucher, 'voucher' | 'amountCents'>,
): Promise<void> {
  const money = (await findSoldVoucherAmounts(trx, [voucher.id])).get(voucher.id)
  if (!money) return
  const { id, promoterId, status } = voucher
  const event = soldVoucherEvent(money, amountCents)
  const to = SOLD_VOUCHER_STATES[event][status]
  if (event === 'put back') reactivateVoucher(context, trx, voucher)
  else if (to !== status) trx.send(changeVoucherStatus(trx, { promoterId, id, to }))
}

/**
 * Returns the refundable amount of a bought voucher: its balance minus unpaid orders and pending refunds, in minor units.
 * Undefined for an order of tickets.
 */
export async function sumRefundableOfVoucher(
  trx: PipelinedTransaction,
  { id: orderId, promoterId }: PaidOrder,
  { now, locks }: { now: Date; locks: boolean },
): Promise<number | undefined> {
  const find = locks ? lockSoldVoucher : findSoldVoucher
  const voucher: VoucherRow | undefined = await find(trx, orderId)
  if (!voucher) return undefined
  const reserved = await sumReservedCents(trx, { promoterId, ids: [voucher.id], now })
  return availableVoucherCents({
    balanceCents: voucher.balanceCents,
    reservedCents: reserved.get(voucher.id) ?? 0,
  })
}
