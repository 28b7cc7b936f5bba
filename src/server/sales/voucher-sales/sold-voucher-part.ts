import { availableOf } from '#model/sales/vouchers/vouchers.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { sendValidAgain } from '#server/sales/vouchers/return-to-vouchers.ts'
import { changeVoucherStatus, sumReserved, type VoucherRow } from '#server/sales/vouchers/voucher-rows.ts'
import { findSoldVoucher, sumVoucherPart, lockSoldVoucher } from './voucher-sale-rows.ts'

interface PaidOrder {
  id: string
  promoterId: string
}

/** Part of a ledger transaction that a bought voucher bears: negative when it is taken from it. Amount in minor units. */
export interface SoldVoucherPart {
  voucherId: string
  amountCents: number
}

/**
 * Takes an amount that goes back to the buyer of a voucher from it, as far as it is still there; the promoter, which has got what was spent,
 * bears the rest. Undefined for an order of tickets. The caller holds the order's lock and writes the entries.
 */
export async function takeFromSoldVoucher(
  trx: PipelinedTransaction,
  { id: orderId, promoterId }: PaidOrder,
  { cents, isVoid }: { cents: number; isVoid: boolean },
): Promise<SoldVoucherPart | undefined> {
  const voucher = await lockSoldVoucher(trx, orderId)
  if (!voucher) return undefined
  if (isVoid) trx.send(changeVoucherStatus(trx, { promoterId, id: voucher.id, to: 'void' }))
  return { voucherId: voucher.id, amountCents: -Math.min(cents, voucher.balanceCents) }
}

/**
 * What a failed refund or won dispute, whose id is `about`, has taken from an order's voucher, to be put back. Makes the voucher valid again if
 * there is something to put back, or if the failed refund has voided it. Undefined for an order of tickets.
 */
export async function returnToSoldVoucher(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  { orderId, about, by }: { orderId: string; about: string; by: 'refund' | 'dispute' },
): Promise<SoldVoucherPart | undefined> {
  const voucher = await lockSoldVoucher(trx, orderId)
  if (!voucher) return undefined
  const taken = await sumVoucherPart(trx, { orderId, about, voucherId: voucher.id })
  // Disputes void nothing, so winning one leaves a refunded voucher void.
  if (taken !== 0 || (by === 'refund' && voucher.status === 'void')) sendValidAgain(context, trx, voucher)
  return { voucherId: voucher.id, amountCents: -taken }
}

/**
 * What can be refunded of a bought voucher: what is left on it, without the amounts of unpaid orders and pending refunds, in minor units.
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
  const reserved = await sumReserved(trx, { promoterId, ids: [voucher.id], now })
  return availableOf({ balanceCents: voucher.balanceCents, reservedCents: reserved.get(voucher.id) ?? 0 })
}
