import * as z from 'zod/mini'

/** `gift`: given out by the promoter. `credit`: issued for a return. `sold`: bought on the storefront. */
export const voucherKind = z.enum(['gift', 'credit', 'sold'])
export type VoucherKind = z.infer<typeof voucherKind>

export const voucherStatus = z.enum(['active', 'expired', 'void'])
export type VoucherStatus = z.infer<typeof voucherStatus>

/**
 * Allowed status changes. An expired or void voucher becomes active when an amount is credited to it. A bought
 * voucher that is void also becomes active when a part of its purchase is no longer refunded.
 */
export const VOUCHER_TRANSITIONS: Readonly<Record<VoucherStatus, readonly VoucherStatus[]>> = {
  active: ['expired', 'void'],
  expired: ['active'],
  void: ['active'],
}

/** Statuses from which a voucher can change to `to`. */
export const voucherStatesBefore = (to: VoucherStatus): VoucherStatus[] =>
  voucherStatus.options.filter((from) => VOUCHER_TRANSITIONS[from].includes(to))

/** Maximum number of vouchers that can pay one order. */
export const MAX_VOUCHERS = 5

/** A voucher's part of a payment or refund. Amounts are in minor units. */
export interface VoucherPart {
  voucherId: string
  amountCents: number
  /** True when the platform has the voucher's money; false when the promoter has given it out. */
  isPaidIn: boolean
}

/** A voucher as its owner sees it. `availableCents`: balance minus the amounts reserved by other unpaid orders. */
export interface SpendableVoucher {
  code: string
  availableCents: number
}

/** Divides a total between vouchers, in their order. Leaves out vouchers that aren't needed. */
export function divideBetweenVouchers<Voucher extends SpendableVoucher>(
  totalCents: number,
  vouchers: readonly Voucher[],
): { voucher: Voucher; amountCents: number }[] {
  let leftCents = totalCents
  return vouchers.flatMap((voucher) => {
    const amountCents = Math.min(leftCents, voucher.availableCents)
    leftCents -= amountCents
    return amountCents > 0 ? [{ voucher, amountCents }] : []
  })
}

export type VoucherRefusal =
  | 'VOUCHER_UNKNOWN'
  | 'VOUCHER_EXPIRED'
  | 'VOUCHER_OTHER_CURRENCY'
  | 'VOUCHER_BALANCE'

/** State of a voucher when an order uses it. Amounts are in minor units. */
export interface UsedVoucher {
  status: VoucherStatus
  currency: string
  balanceCents: number
  /** Amounts reserved by other unpaid orders. */
  reservedCents: number
  /** Expiry of the voucher in milliseconds since the epoch. */
  expiresAt: number
}

/** Returns why an order can't use an amount of a voucher. A void voucher is treated as an unknown one. */
export function voucherRefusal(
  voucher: UsedVoucher,
  use: { amountCents: number; currency: string; now: number },
): VoucherRefusal | undefined {
  if (voucher.status === 'void') return 'VOUCHER_UNKNOWN'
  if (voucher.currency !== use.currency) return 'VOUCHER_OTHER_CURRENCY'
  if (voucher.status === 'expired' || voucher.expiresAt <= use.now) return 'VOUCHER_EXPIRED'
  return availableVoucherCents(voucher) < use.amountCents ? 'VOUCHER_BALANCE' : undefined
}

export const availableVoucherCents = ({
  balanceCents,
  reservedCents,
}: Pick<UsedVoucher, 'balanceCents' | 'reservedCents'>): number => Math.max(0, balanceCents - reservedCents)

/**
 * Returns the end of the calendar year (UTC) that is `years` after the year of `now`, in milliseconds since the
 * epoch.
 */
export const voucherExpiry = (now: number, years: number): number =>
  Date.UTC(new Date(now).getUTCFullYear() + years + 1, 0, 1)

/**
 * Divides an amount to credit to an order's vouchers, starting with the last one. Each gets at most what it has paid
 * and hasn't been credited.
 */
export function divideCreditBetweenVouchers<Use extends { amountCents: number; returnedCents: number }>(
  cents: number,
  uses: readonly Use[],
): { use: Use; amountCents: number }[] {
  let leftCents = cents
  return uses.toReversed().flatMap((use) => {
    const amountCents = Math.min(leftCents, use.amountCents - use.returnedCents)
    leftCents -= amountCents
    return amountCents > 0 ? [{ use, amountCents }] : []
  })
}
