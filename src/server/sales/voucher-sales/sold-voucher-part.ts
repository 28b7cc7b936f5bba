import { availableOf } from '#model/sales/vouchers/vouchers.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
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
 * What a refund or dispute, named by its id, has taken from an order's voucher, to be put back. A void voucher becomes active. Undefined for
 * an order of tickets.
 */
export async function returnToSoldVoucher(
  trx: PipelinedTransaction,
  { id: orderId, promoterId }: PaidOrder,
  about: string,
): Promise<SoldVoucherPart | undefined> {
  const voucher = await lockSoldVoucher(trx, orderId)
  if (!voucher) return undefined
  const changed = await sumVoucherPart(trx, { orderId, about, voucherId: voucher.id })
  if (voucher.status === 'void')
    trx.send(changeVoucherStatus(trx, { promoterId, id: voucher.id, to: 'active' }))
  return { voucherId: voucher.id, amountCents: -changed }
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
