import type { VoucherStatus } from './vouchers.ts'

/** The money of a bought voucher, in minor units. */
export interface SoldVoucherMoney {
  /** What its buyer paid. */
  amountCents: number
  balanceCents: number
  /** Paid with it, without what returned orders have put back. */
  spentCents: number
  /** What accepted refunds, and disputes that aren't won, have returned of its own sale. */
  goneCents: number
  /** Part of `goneCents` that open disputes have taken. */
  openCents: number
  /** What the promoter has received because it expired. */
  expiredCents: number
}

/**
 * The part of a returned order's amount that goes back on the voucher that paid it: as far as the voucher's own sale wasn't refunded or
 * charged back. The promoter, which has borne that, keeps the rest. `money` has the amount as spent.
 */
export function returnedToVoucher(cents: number, money: SoldVoucherMoney): number {
  const { amountCents, balanceCents, spentCents, goneCents } = money
  return within(cents, amountCents - goneCents - balanceCents - (spentCents - cents))
}

/**
 * Adds to each voucher's part of a refund what of it goes back on the voucher. `sold`: the money of those that were bought, by voucher; the
 * others get everything back.
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
 * The part of a failed refund's or won dispute's amount that goes back on the voucher: everything that is the voucher's, at most the amount. The
 * promoter keeps the rest, because it has borne it. `money` no longer has the amount as gone.
 */
export function restoredToVoucher(cents: number, money: SoldVoucherMoney): number {
  const { amountCents, balanceCents, spentCents, goneCents, expiredCents } = money
  return within(cents, amountCents - goneCents - balanceCents - spentCents - expiredCents)
}

/**
 * What a refund or dispute of the sale, or its failure, means for the voucher. `all gone`: refunds and lost disputes have returned its whole
 * amount. `put back`: it gets an amount. `rest`: anything else.
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
