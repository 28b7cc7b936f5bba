import type { VoucherStatus } from './vouchers.ts'

/** The money of a bought voucher, in minor units. */
export interface SoldVoucherMoney {
  /** Purchase price. */
  amountCents: number
  balanceCents: number
  /** Amount spent on orders, less the voucher's part of their refunds. */
  spentCents: number
  /** Amount of the purchase that was refunded, or is lost to open or lost disputes. */
  goneCents: number
  /** Part of `goneCents` that is lost to open disputes. */
  openCents: number
  /** Balance that went to the promoter at expiry. */
  expiredCents: number
}

/**
 * Part of a returned order's amount to credit to the bought voucher that paid it, less what was refunded or charged back of the voucher's
 * purchase. The promoter keeps the rest, because it has borne that. `money` still counts the amount as spent.
 */
export function returnedToVoucher(cents: number, money: SoldVoucherMoney): number {
  const { amountCents, balanceCents, spentCents, goneCents } = money
  return within(cents, amountCents - goneCents - balanceCents - (spentCents - cents))
}

/**
 * Adds `backCents` to each voucher's part of a refund: the amount credited to the voucher. `sold` maps bought vouchers' ids to their money; for
 * other vouchers, it is the whole part.
 */
export const planPutBack = <Part extends { use: { voucherId: string }; amountCents: number }>(
  parts: readonly Part[],
  sold: ReadonlyMap<string, SoldVoucherMoney>,
): (Part & { backCents: number })[] =>
  parts.map((part) => {
    const money = sold.get(part.use.voucherId)
    return { ...part, backCents: money ? returnedToVoucher(part.amountCents, money) : part.amountCents }
  })

/**
 * Part of a failed refund or won dispute to credit to the voucher: at most the part of its price that isn't refunded, spent, expired or in its
 * balance. The promoter keeps the rest, because it has borne that. `money` no longer counts the amount in `goneCents`.
 */
export function restoredToVoucher(cents: number, money: SoldVoucherMoney): number {
  const { amountCents, balanceCents, spentCents, goneCents, expiredCents } = money
  return within(cents, amountCents - goneCents - balanceCents - spentCents - expiredCents)
}

/**
 * Effect of a refund or dispute of the voucher's purchase on its state. `all gone`: its whole price was refunded or lost to disputes.
 * `put back`: an amount is credited to it. `rest`: anything else.
 */
export type SoldVoucherEvent = 'all gone' | 'put back' | 'rest'

export function soldVoucherEvent(
  { amountCents, goneCents, openCents }: SoldVoucherMoney,
  changeCents: number,
): SoldVoucherEvent {
  if (goneCents - openCents >= amountCents) return 'all gone'
  return changeCents > 0 ? 'put back' : 'rest'
}

/** A bought voucher's state after each event. It is void exactly while all of its money is gone, unless it expired before. */
export const SOLD_VOUCHER_STATES: Readonly<
  Record<SoldVoucherEvent, Readonly<Record<VoucherStatus, VoucherStatus>>>
> = {
  'all gone': { active: 'void', expired: 'expired', void: 'void' },
  'put back': { active: 'active', expired: 'active', void: 'active' },
  rest: { active: 'active', expired: 'expired', void: 'active' },
}

const within = (cents: number, mostCents: number): number => Math.max(0, Math.min(cents, mostCents))
