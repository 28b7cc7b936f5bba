import type { VoucherPart } from '#model/sales/vouchers/vouchers.ts'
import type { ProcessingFeePaidBy, TaxesRemittedBy } from '#model/pricing/platform-terms.ts'

/** Accounts of the ledger. A buyer's balance is negative from the payment on, until it is refunded. */
export type LedgerAccount =
  | 'buyer'
  | 'promoter'
  /** Taxes that the promoter remits. The platform owes the promoter the sum of `promoter` and `taxes`. */
  | 'taxes'
  | 'platform_taxes'
  | 'platform_fees'
  | 'processor'
  | 'member_earnings'
  | 'payouts'
  /** Orders that were paid directly to the promoter, without a payment provider. */
  | 'outside'
  | 'vouchers'
  /**
   * Vouchers that the promoter has given out and not yet paid for. The promoter pays at redemption. Never positive.
   */
  | 'voucher_grants'

/** Amount in minor units that an account receives (positive) or pays (negative) in a transaction. */
export interface LedgerEntry {
  account: LedgerAccount
  amountCents: number
  memberId?: string
  voucherId?: string
}

export interface SoldAmounts {
  subtotalCents: number
  discountCents: number
  ticketFeesCents: number
  orderFeesCents: number
  deliveryFeeCents: number
  /** The platform's share by the order's terms, independent of the fees charged to the buyer. */
  platformShareCents: number
  taxCents: number
  totalCents: number
}

/**
 * Parts of a payment or refund, none of which is negative. Promoter, taxes and fees add up to the amount. The
 * platform's share, `platformCents`, is part of the fees and, if they don't cover it, of the promoter's part: the
 * promoter's balance changes by `promoterCents + feesCents − platformCents`, which can be negative.
 */
export interface Shares {
  promoterCents: number
  taxesCents: number
  feesCents: number
  platformCents: number
}

export const NO_SHARES: Shares = { promoterCents: 0, taxesCents: 0, feesCents: 0, platformCents: 0 }

/** Divides a paid order. Taxes and fees are those that were charged; the rest is the promoter's part. */
export function saleShares(order: SoldAmounts): Shares {
  const feesCents = order.ticketFeesCents + order.orderFeesCents
  return {
    promoterCents: order.totalCents - order.taxCents - feesCents,
    taxesCents: order.taxCents,
    feesCents,
    platformCents: order.platformShareCents,
  }
}

export const saleEntries = (
  order: SoldAmounts & { taxesRemittedBy: TaxesRemittedBy },
  vouchers: readonly VoucherPart[] = [],
): LedgerEntry[] => withVouchers(entriesOf(saleShares(order), order.taxesRemittedBy, -1), vouchers, -1)

/** `vouchers`: parts that are credited to vouchers instead of refunded to the buyer. */
export const refundEntries = (
  shares: Shares,
  taxesRemittedBy: TaxesRemittedBy,
  vouchers: readonly VoucherPart[] = [],
): LedgerEntry[] => withVouchers(entriesOf(shares, taxesRemittedBy, 1), vouchers, 1)

/**
 * Moves a part of the promoter's amount to a voucher: in a sale of the voucher, its price; in a refund or dispute of
 * that sale (negative amount), the part taken back from the voucher.
 */
export const withVoucherPart = (
  entries: readonly LedgerEntry[],
  { voucherId, amountCents }: { voucherId: string; amountCents: number },
): LedgerEntry[] =>
  withoutZeros([
    ...entries.map((entry) =>
      entry.account === 'promoter' ? { ...entry, amountCents: entry.amountCents - amountCents } : entry,
    ),
    { account: 'vouchers', amountCents, voucherId },
  ])

export const voucherGrantEntries = (voucherId: string, cents: number): LedgerEntry[] => [
  { account: 'vouchers', amountCents: cents, voucherId },
  { account: 'voucher_grants', amountCents: -cents },
]

/** Entries when a voucher's balance expires or becomes void. Paid-in money goes to the promoter. */
export const voucherEndEntries = ({ voucherId, amountCents, isPaidIn }: VoucherPart): LedgerEntry[] =>
  withoutZeros([
    { account: 'vouchers', amountCents: -amountCents, voucherId },
    { account: isPaidIn ? 'promoter' : 'voucher_grants', amountCents },
  ])

/**
 * Entries of a dispute, which takes the amount from the promoter, except for taxes that the platform received. A
 * negative amount returns it.
 */
export const disputeEntries = (cents: number, platformTaxesCents: number): LedgerEntry[] =>
  withoutZeros([
    { account: 'buyer', amountCents: cents },
    { account: 'promoter', amountCents: platformTaxesCents - cents },
    { account: 'platform_taxes', amountCents: -platformTaxesCents },
  ])

/**
 * Entries of an order that was paid directly to the promoter. The promoter received the whole amount, and owes the
 * platform its share and the taxes that the platform remits. For manual orders, both are 0.
 */
export const outsideSaleEntries = (
  order: SoldAmounts & { taxesRemittedBy: TaxesRemittedBy },
): LedgerEntry[] => outsideEntries(saleShares(order), order.taxesRemittedBy, 1)

export const outsideRefundEntries = (shares: Shares, taxesRemittedBy: TaxesRemittedBy): LedgerEntry[] =>
  outsideEntries(shares, taxesRemittedBy, -1)

export const processingFeeEntries = (feeCents: number, paidBy: ProcessingFeePaidBy): LedgerEntry[] =>
  withoutZeros([
    { account: paidBy === 'platform' ? 'platform_fees' : 'promoter', amountCents: -feeCents },
    { account: 'processor', amountCents: feeCents },
  ])

/** Entries of a commission, which moves from the promoter to the member. A negative amount is a deduction. */
export const commissionEntries = (memberId: string, cents: number): LedgerEntry[] =>
  withoutZeros([
    { account: 'promoter', amountCents: -cents },
    { account: 'member_earnings', amountCents: cents, memberId },
  ])

/** Entries of a payout to a member. A negative amount reverses a failed payout. */
export const payoutEntries = (memberId: string, cents: number): LedgerEntry[] =>
  withoutZeros([
    { account: 'member_earnings', amountCents: -cents, memberId },
    { account: 'payouts', amountCents: cents },
  ])

function outsideEntries(shares: Shares, taxesRemittedBy: TaxesRemittedBy, sign: 1 | -1): LedgerEntry[] {
  const { promoterCents, taxesCents, feesCents, platformCents } = shares
  const amountCents = sign * (promoterCents + taxesCents + feesCents)
  const platformTaxesCents = taxesRemittedBy === 'platform' ? taxesCents : 0
  return withoutZeros([
    { account: 'buyer', amountCents: -amountCents },
    { account: 'outside', amountCents },
    { account: 'promoter', amountCents: -sign * (platformCents + platformTaxesCents) },
    { account: 'platform_taxes', amountCents: sign * platformTaxesCents },
    { account: 'platform_fees', amountCents: sign * platformCents },
  ])
}

const entriesOf = (shares: Shares, taxesRemittedBy: TaxesRemittedBy, buyerSign: 1 | -1): LedgerEntry[] =>
  withoutZeros([
    {
      account: 'buyer',
      amountCents: buyerSign * (shares.promoterCents + shares.taxesCents + shares.feesCents),
    },
    {
      account: 'promoter',
      amountCents: -buyerSign * (shares.promoterCents + shares.feesCents - shares.platformCents),
    },
    {
      account: taxesRemittedBy === 'platform' ? 'platform_taxes' : 'taxes',
      amountCents: -buyerSign * shares.taxesCents,
    },
    { account: 'platform_fees', amountCents: -buyerSign * shares.platformCents },
  ])

/**
 * Moves parts of the buyer's amount to vouchers. The promoter pays for vouchers that it has given out, so for their
 * part, its balance changes only by the platform's share and taxes.
 */
function withVouchers(
  entries: readonly LedgerEntry[],
  vouchers: readonly VoucherPart[],
  buyerSign: 1 | -1,
): LedgerEntry[] {
  const sum = (parts: readonly VoucherPart[]): number =>
    parts.reduce((all, part) => all + part.amountCents, 0)
  const grantedCents = sum(vouchers.filter(({ isPaidIn }) => !isPaidIn))
  return withoutZeros([
    ...entries.map((entry) =>
      entry.account === 'buyer'
        ? { ...entry, amountCents: entry.amountCents - buyerSign * sum(vouchers) }
        : entry,
    ),
    ...vouchers.map(({ voucherId, amountCents }) => ({
      account: 'vouchers' as const,
      amountCents: buyerSign * amountCents,
      voucherId,
    })),
    { account: 'promoter', amountCents: buyerSign * grantedCents },
    { account: 'voucher_grants', amountCents: -buyerSign * grantedCents },
  ])
}

const withoutZeros = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.filter((entry) => entry.amountCents !== 0)
