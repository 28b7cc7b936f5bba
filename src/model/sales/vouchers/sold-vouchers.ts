import type { VoucherStatus } from './vouchers.ts'

/** Amounts of a bought voucher, in minor units. */
export interface SoldVoucherAmounts {
  /** Purchase price. */
  amountCents: number
  balanceCents: number
  /** Amount spent on orders, minus the parts credited back by refunds of these orders. */
  spentCents: number
  /** Amount of the voucher's purchase that was refunded, or lost to open or lost disputes. */
  goneCents: number
  /** Part of `goneCents` that is lost to open disputes. */
  openCents: number
  /** Balance that went to the promoter at expiry. */
  expiredCents: number
}

/**
 * Returns how much of a refunded order's amount to credit to the bought voucher that paid it. The amount of the
 * voucher's purchase that was refunded or charged back isn't credited again; the promoter keeps it, because that
 * refund was deducted from the promoter. `money` still counts `cents` as spent.
 */
export function creditForReturn(cents: number, money: SoldVoucherAmounts): number {
  const { amountCents, balanceCents, spentCents, goneCents } = money
  return within(cents, amountCents - goneCents - balanceCents - (spentCents - cents))
}

/**
 * Adds `backCents`, the amount to credit to the voucher, to each voucher's part of a refund. `sold` has the amounts
 * of bought vouchers by id; for other vouchers, the whole part is credited.
 */
export const planVoucherCredits = <Part extends { use: { voucherId: string }; amountCents: number }>(
  parts: readonly Part[],
  sold: ReadonlyMap<string, SoldVoucherAmounts>,
): (Part & { backCents: number })[] =>
  parts.map((part) => {
    const money = sold.get(part.use.voucherId)
    return { ...part, backCents: money ? creditForReturn(part.amountCents, money) : part.amountCents }
  })

/**
 * Returns how much of a failed refund or won dispute of the voucher's purchase to credit to the voucher: at most the
 * part of its price that isn't refunded, spent, expired or in its balance. The promoter keeps the rest, because it
 * was deducted from the promoter. `money` no longer counts `cents` in `goneCents`.
 */
export function creditForReversal(cents: number, money: SoldVoucherAmounts): number {
  const { amountCents, balanceCents, spentCents, goneCents, expiredCents } = money
  return within(cents, amountCents - goneCents - balanceCents - spentCents - expiredCents)
}

/**
 * Effect of a refund or dispute of the voucher's purchase on the voucher's status. `all gone`: the whole price was
 * refunded or lost to disputes. `put back`: an amount is credited to it. `rest`: anything else.
 */
export type SoldVoucherEvent = 'all gone' | 'put back' | 'rest'

export function soldVoucherEvent(
  { amountCents, goneCents, openCents }: SoldVoucherAmounts,
  changeCents: number,
): SoldVoucherEvent {
  if (goneCents - openCents >= amountCents) return 'all gone'
  return changeCents > 0 ? 'put back' : 'rest'
}

/**
 * Status of a bought voucher after each event. The voucher is void while its whole price is refunded or disputed,
 * unless it expired before.
 */
export const SOLD_VOUCHER_STATES: Readonly<
  Record<SoldVoucherEvent, Readonly<Record<VoucherStatus, VoucherStatus>>>
> = {
  'all gone': { active: 'void', expired: 'expired', void: 'void' },
  'put back': { active: 'active', expired: 'active', void: 'active' },
  rest: { active: 'active', expired: 'expired', void: 'active' },
}

const within = (cents: number, mostCents: number): number => Math.max(0, Math.min(cents, mostCents))
